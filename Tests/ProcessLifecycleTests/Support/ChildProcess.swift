import Foundation
import Glibc
import Synchronization

/// A fixture that runs as a process of its own, so that a test sees what the
/// operating system really does to it.
final class ChildProcess: Sendable {
  /// How a process ended.
  enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// Something did not happen in time.
  struct TimedOut: Error, CustomStringConvertible {
    var description: String
  }

  private let identifier: pid_t
  private let output = Mutex("")
  private let ending = Mutex<Ending?>(nil)

  /// Starts a fixture in a situation.
  ///
  /// - Parameters:
  ///   - fixture: The name of the executable.
  ///   - arguments: The situation, and what it needs.
  ///   - ignored: The name of a signal that the process is started with
  ///     ignored, as `nohup` does.
  /// - Throws: What Foundation says if the fixture cannot be started.
  init(
    _ fixture: String = "LifecycleFixture",
    _ arguments: String...,
    ignoring ignored: String? = nil
  ) throws {
    let executable = Bundle.main.bundleURL.appendingPathComponent(fixture).path
    let process = Process()
    if let ignored {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "trap '' \(ignored); exec \"$0\" \"$@\"", executable] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: executable)
      process.arguments = arguments
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    // Tests run on workers that block signals, and a child inherits that.
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    identifier = process.processIdentifier
    pipe.fileHandleForReading.readabilityHandler = { [self] handle in
      let data = handle.availableData
      guard !data.isEmpty else {
        handle.readabilityHandler = nil
        return
      }
      output.withLock { $0 += String(decoding: data, as: UTF8.self) }
    }
    process.terminationHandler = { [self] process in
      let status = process.terminationStatus
      let result: Ending =
        process.terminationReason == .uncaughtSignal ? .killed(by: status) : .exited(status)
      ending.withLock { $0 = result }
    }
  }

  /// The lines written so far.
  var lines: [String] {
    output.withLock { $0.split(separator: "\n").map(String.init) }
  }

  /// Sends a signal to the process.
  func send(_ signal: Int32) {
    kill(identifier, signal)
  }

  /// Ends the process the hard way, for clean-up.
  func destroy() {
    if ending.withLock({ $0 == nil }) { send(SIGKILL) }
  }

  /// Sends a signal, waits a little, and says whether the process has ended.
  func isGone(after signal: Int32) async throws -> Bool {
    send(signal)
    try await Task.sleep(for: .milliseconds(20))
    return ending.withLock { $0 != nil }
  }

  /// Returns once the process has written these lines, and no others.
  func writes(_ expected: String...) async throws {
    try await writes(expected)
  }

  /// Returns once the process has written these lines, in whichever order.
  func writesInAnyOrder(_ expected: String...) async throws {
    try await waits(for: "the lines \(expected)") { $0.lines.sorted() == expected.sorted() }
  }

  /// Returns once the process has written these lines, and no others.
  func writes(_ expected: [String]) async throws {
    try await waits(for: "the lines \(expected)") { $0.lines == expected }
  }

  /// Returns once the process catches a signal.
  func catches(_ signal: Int32) async throws {
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
  func stops() async throws {
    try await waits(for: "a stop") { $0.state == "T" }
  }

  /// Returns how the process ended, once it has and its lines are read.
  func ends() async throws -> Ending {
    try await waits(for: "the end") { $0.ending.withLock { $0 != nil } }
    return ending.withLock { $0 } ?? .exited(-1)
  }

  private var state: Substring? {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return text?.split(separator: " ").dropFirst(2).first
  }

  /// Asks again and again: nothing tells a process what another one is doing.
  private func waits(for what: String, _ condition: (ChildProcess) -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition(self) {
      guard ContinuousClock.now < deadline else {
        throw TimedOut(description: "waited for \(what) in vain; the process wrote \(lines)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
