import Bridge
import Foundation

/// What the app does, one function for each first argument.
enum Situations {
  /// Says what comes after what, and waits for a signal.
  static func showPhases(_ context: AppContext) async {
    context.onShutdown("first") { say("step first") }
    context.onShutdown("second") { say("step second") }
    say("run")
    await context.waitForShutdown()
    say("run ends")
  }

  /// Waits for a signal.
  static func serve(_ context: AppContext) async {
    context.onShutdown("goodbye") { say("goodbye") }
    say("ready")
    await context.waitForShutdown()
  }

  /// Prints a line, in a buffer of its own if it is asked to, and waits for a signal.
  static func printLine(_ context: AppContext) async {
    if context.arguments.contains("in-a-buffer") { bufferOutput() }
    print("printed")
    say("ready")
    await context.waitForShutdown()
  }

  /// Confirms one number after the other and keeps them in memory; what was
  /// confirmed is on the disk when the process has ended.
  static func keepStore(_ context: AppContext) async throws {
    let store = Store(file: URL(filePath: context.arguments[1]))
    context.onShutdown("store") { try await store.flush() }
    var number = 0
    while !context.isShuttingDown {
      number += 1
      await store.add(number)
      say("\(number)")
      // Not as fast as can be: a test that waits for its turn would find megabytes. A sleep
      // that a signal ends is as good.
      if number > 100 { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  /// Has a step that takes too long, and one after it.
  static func missDeadline(_ context: AppContext) async {
    context.onShutdown("after it") { say("after it") }
    context.onShutdown("endless", deadline: .milliseconds(50)) {
      await withCheckedContinuation { forever.keep($0) }
    }
  }

  /// Goes on whatever happens.
  static func ignoreCancellation(_ context: AppContext) async {
    say("ready")
    await context.waitForShutdown()
    say("told")
    await withCheckedContinuation { forever.keep($0) }
  }

  /// Keeps the main actor from running other code.
  static func blockMainActor(_ context: AppContext) async {
    // The watchdog may be to have had some signs of life before.
    if context.arguments.contains("at-SIGHUP") {
      context.onReload("block") { blockMainActor() }
    } else {
      blockMainActor()
    }
    await context.waitForShutdown()
    say("told")
  }

  private static func blockMainActor() {
    Task { @MainActor in
      say("blocked")
      while true { sleep(1000) }
    }
  }

  /// Opens a console, and says what it was handed over and what it hands on.
  static func takeSocket(_ context: AppContext) async throws {
    let console = try Bridge.openConsole(at: context.arguments.dropFirst().first, for: context)
    say("console at \(console.path)")
    for socket in context.sockets {
      let isInherited = fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC == 0
      say("\(socket.descriptor) \(socket.name)\(isInherited ? " inherited" : "")")
    }
    let child = Process()
    child.executableURL = URL(filePath: "/usr/bin/env")
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let variables = try output.fileHandleForReading.readToEnd() ?? Data()
    child.waitUntilExit()
    let inherited =
      String(decoding: variables, as: UTF8.self).split(separator: "\n")
      .map(String.init) + context.environment.keys
    say("inherited: \(inherited.filter { $0.hasPrefix("LISTEN_") })")
    await context.waitForShutdown()
  }

  /// Opens a console, and keeps the main actor from running other code from SIGHUP on.
  static func reportHealth(_ context: AppContext) async throws {
    context.onHealthCheck("cache") {}
    context.onReload("block") { blockMainActor() }
    try await openConsole(context)
  }

  /// Opens a console, and waits to be told to stop through it.
  static func openConsole(_ context: AppContext) async throws {
    if context.arguments.contains("jobs") { try await openStore() }
    try Bridge.openConsole(at: context.arguments[1], for: context)
    say("open")
    await context.waitForShutdown()
  }

  /// Writes to a file what the standard descriptors lead to, in a line each.
  static func listDescriptors(_ context: AppContext) throws {
    let places = try (0...2).map {
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    try places.joined(separator: "\n")
      .write(toFile: context.arguments[1], atomically: false, encoding: .utf8)
  }

  /// Asks the console of another process, as whichever user this one is.
  static func ask(_ context: AppContext) {
    do throws(BridgeConsoleError) {
      let client = try BridgeConsole.Client(connectingTo: context.arguments[1])
      say("\(try client.send(context.arguments[2]))")
    } catch {
      say(error.code.name)
    }
  }

  /// Reads settings again when it is told to.
  static func reload(_ context: AppContext) async {
    context.onReload("broken") { throw Broken() }
    context.onReload("settings") { say("settings") }
    context.showStatus("serving\nnobody")
    say("ready")
    await context.waitForShutdown()
  }
}

/// Numbers in memory, and in a file once they are flushed.
actor Store {
  private let file: URL
  private var numbers: [Int] = []

  init(file: URL) { self.file = file }

  func add(_ number: Int) { numbers.append(number) }

  func flush() throws {
    let text = numbers.map { "\($0)\n" }.joined()
    try Data(text.utf8).write(to: file)
  }
}

/// A waiting task that is never resumed.
private let forever = Forever()

private final class Forever: Sendable {
  func keep(_ continuation: CheckedContinuation<Void, Never>) {
    // Never resumed, on purpose: the runtime says so only when it is let go.
    _ = unsafe Unmanaged.passRetained(Box(continuation))
  }

  private final class Box: Sendable {
    let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
  }
}
