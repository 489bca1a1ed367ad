import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Synchronization
import Testing

@testable import Bridge

/// Who may connect, and where.
@Suite struct ConsoleSocketTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(isShort: true) }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `The socket is accessible to its user only, and is removed with the console`() throws {
    let console = try openConsole(at: folder.path("console"))
    #expect(try permissions(console.path) == 0o600)
    console.close()
    console.close()
    #expect(!FileManager.default.fileExists(atPath: console.path))
  }

  @Test func `A console without references is closed`() throws {
    do { _ = try openConsole(at: folder.path("console")) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("console")))
  }

  @Test func `The default folder is closed to other users`() throws {
    let runtime = ["XDG_RUNTIME_DIR": folder.url.path]
    let path = try ConsolePath.standard(for: "Harbor/../x", environment: runtime)
    #expect(path == folder.url.path + "/modularitykit/Harbor----x.sock")
    #expect(try permissions(folder.path("modularitykit")) == 0o700)
    let temporary = try ConsolePath.standard(for: "", environment: ["TMPDIR": folder.url.path])
    #expect(temporary == folder.url.path + "/modularitykit-\(geteuid())/app.sock")
    // Twice is as good as once.
    #expect(try ConsolePath.standard(for: "Harbor/../x", environment: runtime) == path)
  }

  @Test func `A folder that other users may enter is rejected`() throws {
    let shared = folder.path("modularitykit")
    try FileManager.default.createDirectory(
      atPath: shared, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    #expect(unsafe chmod(shared, 0o755) == 0)
    let error = #expect(throws: BridgeConsoleError.self) {
      try ConsolePath.standard(for: "a", environment: ["XDG_RUNTIME_DIR": folder.url.path])
    }
    #expect(error?.code == .badPath)
    #expect(error?.message.contains(shared) == true)
    try FileManager.default.removeItem(atPath: shared)
    try FileManager.default.createSymbolicLink(
      atPath: shared, withDestinationPath: folder.url.path)
    #expect(throws: BridgeConsoleError.self) {
      try ConsolePath.standard(for: "a", environment: ["XDG_RUNTIME_DIR": folder.url.path])
    }
  }

  @Test func `A socket of a running process is not taken over`() async throws {
    let first = try openConsole(at: folder.path("console"))
    let error = #expect(throws: BridgeConsoleError.self) {
      try openConsole(at: folder.path("console"))
    }
    #expect(error?.code == .pathInUse)
    #expect(error?.message.contains(folder.path("console")) == true)
    #expect(try await ask(first, "status")["process"] == .integer(Int(getpid())))
  }

  @Test func `Of consoles opened concurrently at a stale path, exactly one succeeds`()
    async throws
  {
    let path = folder.path("console")
    for _ in 1...20 {
      let left = try UnixSocket.make(.stream, for: path)
      let address = try UnixSocketAddress(path: path)
      try #require(unsafe address.withAddress { unsafe bind(left, $0, $1) } == 0)
      close(left)
      let results = await withTaskGroup { group in
        for _ in 1...6 {
          group.addTask { Result { try openConsole(at: path) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let consoles = results.compactMap { try? $0.get() }
      #expect(consoles.count == 1)
      for case .failure(let error) in results {
        #expect((error as? BridgeConsoleError)?.code == .pathInUse)
      }
      let first = try #require(consoles.first)
      #expect(try await ask(first, "status")["process"] == .integer(Int(getpid())))
      first.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
  }

  @Test func `A folder that another process has locked does not prevent opening a console`() throws
  {
    let descriptor = unsafe open(folder.url.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let console = try openConsole(at: folder.path("console"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("console.lock")))
    console.close()
  }

  @Test func `A lock that is not a regular file of this user is rejected`() throws {
    let path = folder.path("console")
    try FileManager.default.createSymbolicLink(
      atPath: path + ".lock", withDestinationPath: folder.path("elsewhere"))
    let link = #expect(throws: BridgeConsoleError.self) { try openConsole(at: path) }
    #expect(link?.code == .badPath)
    #expect(link?.message.contains("its lock file '") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
    try FileManager.default.removeItem(atPath: path + ".lock")
    // What a killed process has left.
    try Data().write(to: URL(filePath: path + ".lock"))
    guard geteuid() == 0 else { return try openConsole(at: path).close() }
    try #require(unsafe chown(path + ".lock", 65_534, 65_534) == 0)
    let other = #expect(throws: BridgeConsoleError.self) { try openConsole(at: path) }
    #expect(other?.code == .badPath)
    #expect(other?.message.contains("is not a regular file of this user") == true)
    try #require(unsafe chown(path + ".lock", 0, 0) == 0)
    try openConsole(at: path).close()
  }

  @Test func `A stale socket of a killed process is replaced`() async throws {
    let child = try ChildProcess("HostFixture", "console", folder.path("console"))
    defer { child.destroy() }
    try await child.writes("open")
    child.send(SIGKILL)
    #expect(try await child.ends() == .killed(by: SIGKILL))
    #expect(FileManager.default.fileExists(atPath: folder.path("console")))
    let console = try openConsole(at: folder.path("console"))
    #expect(try await ask(console, "status")["process"] == .integer(Int(getpid())))
  }

  @Test func `A file that is not a socket stays, and so does the socket of another process`() throws
  {
    try Data("treasure".utf8).write(to: URL(filePath: folder.path("console")))
    let error = #expect(throws: BridgeConsoleError.self) {
      try openConsole(at: folder.path("console"))
    }
    #expect(error?.code == .badPath)
    #expect(try String(contentsOfFile: folder.path("console"), encoding: .utf8) == "treasure")

    let first = try openConsole(at: folder.path("other"))
    try FileManager.default.removeItem(atPath: folder.path("other"))
    let second = try openConsole(at: folder.path("other"))
    first.close()
    #expect(FileManager.default.fileExists(atPath: second.path))
  }

  @Test(arguments: [
    "relative", "@abstract", "", "/none/of/these/console", "/" + String(repeating: "x", count: 200),
  ])
  func `An invalid path is named`(path: String) throws {
    let error = #expect(throws: BridgeConsoleError.self) { try openConsole(at: path) }
    #expect(error?.code == .badPath)
    #expect(error?.message.contains("'\(path)'") == true)
  }

  @Test func `A process can be inspected and stopped from outside`() async throws {
    let child = try ChildProcess("HostFixture", "console", folder.path("console"))
    defer { child.destroy() }
    try await child.writes("open")
    let path = folder.path("console")
    let status = try await waiting {
      try BridgeConsole.Client(connectingTo: path).send("status")
    }
    #expect(status["name"] == "HostFixture")
    #expect(status["phase"] == "running")
    try await waiting { _ = try BridgeConsole.Client(connectingTo: path).send("stop") }
    #expect(try await child.ends() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: path))
    let error = await #expect(throws: BridgeConsoleError.self) {
      try await waiting { _ = try BridgeConsole.Client(connectingTo: path) }
    }
    #expect(error?.code == .disconnected)
    #expect(error?.message.contains(path) == true)
  }

  /// Ways in which clients go.
  private enum Manner: CaseIterable {
    case silent, unfinished, halfClosed, asking, sendingMuch, askingMuch

    func leave(_ path: String) throws {
      let client = try RawClient(path)
      switch self {
      case .silent: break
      case .unfinished: client.send("{\"command\": \"sta")
      case .halfClosed: client.finish()
      case .asking: client.send("{\"command\": \"status\"}\n")
      case .sendingMuch: client.send([UInt8](repeating: UInt8(ascii: "x"), count: 150_000))
      case .askingMuch: client.send(String(repeating: "{\"command\": \"help\"}\n", count: 200))
      }
    }
  }

  /// Descriptors are counted in a process that opens no others.
  @Test func `Thousands of clients of every kind leave no descriptor behind`() async throws {
    let child = try ChildProcess("HostFixture", "console", folder.path("console"))
    defer { child.destroy() }
    try await child.writes("open")
    let path = folder.path("console")
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.identifier)/fd").count
    }
    @discardableResult func clients() async throws -> ConsoleValue {
      try await waiting { try BridgeConsole.Client(connectingTo: path).send("status") }
    }
    try await clients()
    let before = try descriptors()
    try await waiting {
      for number in 0..<Sweep.count(10_000, sample: 2_000) {
        try Manner.allCases[number % Manner.allCases.count].leave(path)
      }
    }
    // Each question is answered behind what the clients before it have left to do.
    var questions = 0
    while case let open = try descriptors(), open > before {
      questions += 1
      try #require(questions < 10_000, "\(open) descriptors are open, not \(before)")
      // A place may be taken for a moment by a client that has just gone.
      _ = try? await clients()
    }
    try await clients()
  }

  @Test func `A route that blocks its thread delays its own client only`() async throws {
    let blocks = DispatchSemaphore(value: 0)
    let hasBegun = DispatchSemaphore(value: 0)
    let block = ConsoleCommand("block", "Blocks its thread.") { _, _ in
      hasBegun.signal()
      blocks.waitForSignal()
      return true
    }
    let console = try BridgeConsole(
      path: folder.path("console"), context: nil, commands: ConsoleCommands([block, .stop]))
    let clients = try (0..<16).map { _ in try RawClient(console.path) }
    for client in clients { client.send("{\"command\": \"block\"}\n") }
    try await waiting { for _ in clients { hasBegun.wait() } }
    let names = try await ask(console, "help")
    #expect(names != .null)
    for _ in clients { blocks.signal() }
    for client in clients { #expect(try await client.line()?.result == true) }
  }

  @Test func `Disconnecting a client cancels its requests`() async throws {
    let (ended, hasEnded) = AsyncStream<Void>.makeStream()
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    let wait = ConsoleCommand("wait", "Waits until it is cancelled.") { _, _ in
      hasBegun.yield()
      do { try await Task.sleep(for: .seconds(86_400)) } catch { hasEnded.yield() }
      return .null
    }
    let console = try BridgeConsole(
      path: folder.path("console"), context: nil, commands: ConsoleCommands([wait]))
    do {
      let client = try RawClient(console.path)
      client.send("{\"command\": \"wait\"}\n")
      for await _ in begun { break }
      withExtendedLifetime(client) {}
    }
    for await _ in ended { break }
  }

  @Test func `Requests that wait when their client leaves are not run`() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let count = Counter()
    let hold = ConsoleCommand("hold", "Waits until it is cancelled.") { _, _ in
      begun.continuation.yield()
      try? await Task.sleep(for: .seconds(86_400))
      return .null
    }
    let work = ConsoleCommand("work", "Works.") { _, _ in
      count.add()
      return .null
    }
    let console = try BridgeConsole(
      path: folder.path("console"), context: nil, commands: ConsoleCommands([hold, work]))
    do {
      let client = try RawClient(console.path)
      client.send("{\"command\": \"hold\"}\n")
      for await _ in begun.stream { break }
      client.send(String(repeating: "{\"command\": \"work\"}\n", count: 30))
      while console.load.count < 31 { await Task.yield() }
      withExtendedLifetime(client) {}
    }
    while console.load.count > 0 { await Task.yield() }
    #expect(count.value == 0)
  }

  @Test func `Equal requests to read share the next answer`() async throws {
    let blocks = DispatchSemaphore(value: 0)
    let begun = AsyncStream<Void>.makeStream()
    let count = Counter()
    let read = ConsoleCommand("read", "Reads.", parameters: ["of"], effect: .readsAndShares) {
      _, _ in
      count.add()
      begun.continuation.yield()
      blocks.waitForSignal()
      return .integer(count.value)
    }
    let console = try BridgeConsole(
      path: folder.path("console"), context: nil, commands: ConsoleCommands([read]))
    let clients = try (0..<20).map { _ in try RawClient(console.path) }
    clients[0].send("{\"command\": \"read\"}\n")
    for await _ in begun.stream { break }
    // The first answer is being made, so the others share the next.
    for client in clients[1...] { client.send("{\"command\": \"read\"}\n") }
    while console.desk.readings.waitingCount < 19 { await Task.yield() }
    for _ in 0..<2 { blocks.signal() }
    #expect(try await clients[0].line()?.result == 1)
    for client in clients[1...] { #expect(try await client.line()?.result == 2) }
    #expect(count.value == 2)
  }

  @Test func `Requests of all clients that wait have a limit`() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let hold = ConsoleCommand("hold", "Waits until it is cancelled.") { _, _ in
      begun.continuation.yield()
      try? await Task.sleep(for: .seconds(86_400))
      return .null
    }
    var limits = ConsoleLimits()
    limits.waitingInAll = 20
    let console = try BridgeConsole(
      path: folder.path("console"), context: nil, commands: ConsoleCommands([hold]),
      limits: limits)
    let first = try RawClient(console.path)
    first.send(String(repeating: "{\"command\": \"hold\"}\n", count: 15))
    while console.load.count < 15 { await Task.yield() }
    let second = try RawClient(console.path)
    second.send(String(repeating: "{\"command\": \"hold\"}\n", count: 6))
    let error = try await second.line()?.error
    #expect(error?.code == .tooManyRequests)
    #expect(error?.message.contains("20 requests of all clients") == true)
    withExtendedLifetime(first) {}
  }

  @Test func `A client may have sixteen watches`() async throws {
    let console = try openConsole(at: folder.path("console"))
    let client = try RawClient(console.path)
    for number in 0..<17 {
      // Of a kind that no span has: another test may trace the process.
      client.send("{\"command\": \"watch\", \"arguments\": {\"kinds\": [\"none\"]}}\n")
      let response = try #require(try await client.line())
      #expect((response.error?.code == .tooManyRequests) == (number == 16), "\(number)")
    }
  }

  static let canBeNobody =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  @Test(.enabled(if: canBeNobody, "becoming another user takes root and setpriv"))
  func `Another user is kept out by the folder and by the socket`() async throws {
    let console = try openConsole(at: folder.path("console"))
    // A place where another user can start it.
    let program = folder.path("HostFixture")
    // Copied by a process of its own: a child of another test could inherit a descriptor to write
    // the program, and no program runs that is being written.
    _ = try await Command(
      executable: URL(filePath: "/bin/cp"),
      arguments: [Bundle.main.bundleURL.appending(path: "HostFixture").path, program]
    ).result()
    func askAsNobody() async throws -> [String] {
      try await Command(
        executable: URL(filePath: "/usr/bin/setpriv"),
        arguments: [
          "--reuid=65534", "--regid=65534", "--clear-groups", program, "ask", console.path,
          "status",
        ]
      ).result().lines
    }
    #expect(unsafe chmod(folder.url.path, 0o755) == 0)
    #expect(unsafe chmod(program, 0o755) == 0)
    // The file keeps them out,
    #expect(try await askAsNobody() == ["disconnected"])
    // and if it is opened to all, the console does.
    #expect(unsafe chmod(console.path, 0o666) == 0)
    #expect(try await askAsNobody() == ["forbidden"])
    #expect(try await ask(console, "status")["process"] == .integer(Int(getpid())))
  }
}

extension DispatchSemaphore {
  /// Blocks the thread, also in code that should suspend instead.
  fileprivate func waitForSignal() { wait() }
}

/// A number that handlers of several threads count.
private final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}
