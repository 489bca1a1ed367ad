import Foundation
import ModularityTestSupport
import Synchronization

/// A fixture that runs in a separate process while a test monitors and disturbs it.
///
/// The test can therefore observe the actual effects of the operating system.
package final class ChildProcess: Sendable {
  /// The end of a process.
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// A condition was not met in time.
  package struct TimedOut: Error, CustomStringConvertible {
    package let description: String
  }

  private let process = Process()
  /// The file of its standard output.
  ///
  /// A pipe is not used, because other processes that start while it is open would inherit it and
  /// keep it open.
  private let output: URL
  private let errors: URL
  private let folder: TemporaryFolder
  private let ending = Mutex<Ending?>(nil)

  /// Starts a fixture.
  ///
  /// - Parameters:
  ///   - fixture: The name of the executable.
  ///   - arguments: The situation to run, and its arguments.
  ///   - environment: Variables to add to the environment of the tests.
  ///   - ignored: The name of a signal that is ignored when the process starts, as with `nohup`.
  /// - Throws: An error of Foundation if the fixture cannot be started.
  package convenience init(
    _ fixture: String,
    _ arguments: String...,
    environment: [String: String] = [:],
    ignoring ignored: String? = nil
  ) throws {
    try self.init(fixture, arguments: arguments, environment: environment, ignoring: ignored)
  }

  /// Starts a fixture with arguments in an array.
  package init(
    _ fixture: String,
    arguments: [String],
    environment: [String: String] = [:],
    ignoring ignored: String? = nil
  ) throws {
    let executable = Bundle.main.bundleURL.appending(path: fixture).path
    if let ignored {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "trap '' \(ignored); exec \"$0\" \"$@\"", executable] + arguments
    } else {
      process.executableURL = URL(filePath: executable)
      process.arguments = arguments
    }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    folder = try TemporaryFolder()
    output = folder.appending(path: "output")
    errors = folder.appending(path: "errors")
    try Data().write(to: output)
    try Data().write(to: errors)
    let written = try FileHandle(forWritingTo: output)
    defer { try? written.close() }
    let complained = try FileHandle(forWritingTo: errors)
    defer { try? complained.close() }
    process.standardOutput = written
    process.standardError = complained
    process.terminationHandler = { [self] process in
      let status = process.terminationStatus
      let result: Ending =
        process.terminationReason == .uncaughtSignal ? .killed(by: status) : .exited(status)
      ending.withLock { $0 = result }
      process.terminationHandler = nil
    }
    try process.start()
  }

  /// The process ID.
  package var identifier: Int32 { process.processIdentifier }

  /// The lines written so far.
  package var lines: [String] {
    get throws {
      String(decoding: try Data(contentsOf: output), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
  }

  /// The lines written to standard error so far.
  package var errorLines: [String] {
    get throws {
      String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
  }

  /// A Boolean value that indicates whether the process has ended.
  private var hasEnded: Bool { ending.withLock { $0 != nil } }

  /// Sends a signal to the process.
  package func send(_ signal: Int32) {
    kill(identifier, signal)
  }

  /// Kills the process, for cleanup.
  package func destroy() {
    if !hasEnded { send(SIGKILL) }
  }

  /// Sends a signal, waits briefly, and returns whether the process has ended.
  ///
  /// Use it for a signal that must be sent until one has arrived.
  package func isGone(after signal: Int32) async throws -> Bool {
    send(signal)
    try await Task.sleep(for: .milliseconds(20))
    return hasEnded
  }

  /// Waits until the process has written these lines, and no others.
  package func writes(_ expected: String...) async throws {
    try await writes(expected)
  }

  /// Waits until the process has written these lines in any order.
  package func writesInAnyOrder(_ expected: String...) async throws {
    try await waits(for: "the lines \(expected)") { try $0.lines.sorted() == expected.sorted() }
  }

  /// Waits until the process has written these lines, and no others.
  package func writes(_ expected: [String]) async throws {
    try await waits(for: "the lines \(expected)") { try $0.lines == expected }
  }

  /// Waits until the process catches a signal.
  package func catches(_ signal: Int32) async throws {
    try await waits(for: "signal \(signal) to be caught") {
      $0.caughtSignals & 1 << UInt64(signal - 1) != 0
    }
  }

  /// One bit for each signal that the process catches, according to the system.
  private var caughtSignals: UInt64 {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    return line.flatMap { UInt64($0.dropFirst("SigCgt:\t".count), radix: 16) } ?? 0
  }

  /// Waits until the process is stopped.
  package func stops() async throws {
    try await waits(for: "a stop") { $0.schedulerState == "T" }
  }

  /// Waits until the process has ended, and returns how it ended.
  package func ends() async throws -> Ending {
    try await waits(for: "the end") { $0.hasEnded }
    return ending.withLock { $0 } ?? .exited(-1)
  }

  /// The state of the process as the letter that the system uses.
  private var schedulerState: Substring? {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return text?.split(separator: " ").dropFirst(2).first
  }

  /// Checks a condition repeatedly, because processes are not notified of the state of other
  /// processes.
  package func waits(for what: String, _ condition: (ChildProcess) throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try !condition(self) {
      guard ContinuousClock.now < deadline else {
        throw TimedOut(
          description: """
            waited for \(what) in vain; the process wrote \(try lines) \(try errorLines)
            """)
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}

/// Calls `body` with a fixture that has written "ready", and kills the fixture afterwards.
package func withChild(
  _ fixture: String,
  _ arguments: String...,
  environment: [String: String] = [:],
  ignoring ignored: String? = nil,
  body: (ChildProcess) async throws -> Void
) async throws {
  let child = try ChildProcess(
    fixture, arguments: arguments, environment: environment, ignoring: ignored)
  defer { child.destroy() }
  try await child.writes("ready")
  try await body(child)
}
