import Foundation
import ModularityTestSupport
import Synchronization

/// A fixture that runs as a process of its own while a test watches and disturbs
/// it, so that the test sees what the operating system really does to it.
package final class ChildProcess: Sendable {
  /// The end of a process.
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// Something did not happen in time.
  package struct TimedOut: Error, CustomStringConvertible {
    package let description: String
  }

  private let process = Process()
  /// The file of its standard output.
  ///
  /// A pipe would not do: another process that starts meanwhile inherits it, and keeps it open.
  private let output: URL
  private let errors: URL
  private let folder: TemporaryFolder
  private let ending = Mutex<Ending?>(nil)

  /// Starts a fixture in a situation.
  ///
  /// - Parameters:
  ///   - fixture: The name of the executable.
  ///   - arguments: The situation, and what it needs.
  ///   - environment: What is added to the environment of the tests.
  ///   - ignored: The name of a signal that the process is started with
  ///     ignored, as `nohup` does.
  /// - Throws: What Foundation says if the fixture cannot be started.
  package convenience init(
    _ fixture: String,
    _ arguments: String...,
    environment: [String: String] = [:],
    ignoring ignored: String? = nil
  ) throws {
    try self.init(fixture, arguments: arguments, environment: environment, ignoring: ignored)
  }

  /// Starts a fixture with arguments that are in an array.
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

  /// The number of the process.
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

  /// Ends the process the hard way, for clean-up.
  package func destroy() {
    if !hasEnded { send(SIGKILL) }
  }

  /// Sends a signal, waits a little, and says whether the process has ended: for a signal
  /// that has to be sent until one of them has arrived.
  package func isGone(after signal: Int32) async throws -> Bool {
    send(signal)
    try await Task.sleep(for: .milliseconds(20))
    return hasEnded
  }

  /// Returns once the process has written these lines, and no others.
  package func writes(_ expected: String...) async throws {
    try await writes(expected)
  }

  /// Returns once the process has written these lines, in whichever order.
  package func writesInAnyOrder(_ expected: String...) async throws {
    try await waits(for: "the lines \(expected)") { try $0.lines.sorted() == expected.sorted() }
  }

  /// Returns once the process has written these lines, and no others.
  package func writes(_ expected: [String]) async throws {
    try await waits(for: "the lines \(expected)") { try $0.lines == expected }
  }

  /// Returns once the process catches a signal.
  package func catches(_ signal: Int32) async throws {
    try await waits(for: "signal \(signal) to be caught") {
      $0.caughtSignals & 1 << UInt64(signal - 1) != 0
    }
  }

  /// One bit for each signal that the process catches, as the system tells it.
  private var caughtSignals: UInt64 {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    return line.flatMap { UInt64($0.dropFirst("SigCgt:\t".count), radix: 16) } ?? 0
  }

  /// Returns once the process is stopped.
  package func stops() async throws {
    try await waits(for: "a stop") { $0.schedulerState == "T" }
  }

  /// Returns how the process ended, once it has.
  package func ends() async throws -> Ending {
    try await waits(for: "the end") { $0.hasEnded }
    return ending.withLock { $0 } ?? .exited(-1)
  }

  /// The letter that the system has for what the process does.
  private var schedulerState: Substring? {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return text?.split(separator: " ").dropFirst(2).first
  }

  /// Asks again and again: nothing tells a process what another one is doing.
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
