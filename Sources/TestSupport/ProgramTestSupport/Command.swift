package import Foundation
import ModularityTestSupport

/// A program with its arguments, which runs until it ends.
package struct Command: Sendable {
  package var executable: URL
  package var arguments: [String]
  /// The variables to add to the environment of the tests.
  package var environment: [String: String]
  package var folder: URL?

  package init(
    executable: URL, arguments: [String] = [], environment: [String: String] = [:],
    folder: URL? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
  }

  /// The exit status and output of a program.
  package struct Outcome: Sendable {
    package let command: Command
    /// The exit code, or the number of the signal that ended the program.
    package let status: Int32
    package let endedBySignal: Bool
    package let output: String
    package let errors: String

    package var succeeded: Bool { status == 0 && !endedBySignal }

    /// The lines of the standard output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The lines of the standard error.
    package var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// Runs the program until it ends, and returns any result.
  ///
  /// - Parameter didStart: Called when the program has started, which may be much later than the
  ///   call.
  /// - Returns: The exit status and output.
  /// - Throws: `CancellationError` if the task was cancelled before the program was started.
  /// - Concurrency: The number of programs that run at the same time is limited to the number of
  ///   cores, and others wait. Cancelling the task ends the program.
  package func result(
    didStart: @escaping @Sendable () -> Void = {}
  ) async throws -> Outcome {
    await Self.slots.take()
    let result: Result<Outcome, any Error>
    do { result = .success(try await run(didStart)) } catch { result = .failure(error) }
    await Self.slots.give()
    return try result.get()
  }

  /// Runs the program, and throws an error if it fails.
  ///
  /// - Throws: A ``Failure`` with the whole command and its output.
  @discardableResult
  package func succeed() async throws -> Outcome {
    let result = try await result()
    guard result.succeeded else { throw Failure(result: result) }
    return result
  }

  private static let slots = Slots(ProcessInfo.processInfo.activeProcessorCount)

  private func run(_ didStart: @Sendable () -> Void) async throws -> Outcome {
    try Task.checkCancellation()
    // This uses files instead of pipes, because pipes would have to be read continuously.
    let capture = try TemporaryFolder()
    defer { withExtendedLifetime(capture) {} }
    let outputFile = capture.appending(path: "stdout")
    let errorFile = capture.appending(path: "stderr")
    try Data().write(to: outputFile)
    try Data().write(to: errorFile)

    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    // The files are closed explicitly. `Process` retains its files, and itself, for a long time.
    // With more than a thousand open files, Foundation accesses memory outside of its list of them.
    let output = try FileHandle(forWritingTo: outputFile)
    defer { try? output.close() }
    let errors = try FileHandle(forWritingTo: errorFile)
    defer { try? errors.close() }
    process.standardOutput = output
    process.standardError = errors
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in done.resume() }
        do {
          try process.start()
          didStart()
          // If the cancellation handler below ran before the start, it did not end the program.
          if Task.isCancelled { kill(process.processIdentifier, SIGKILL) }
        } catch {
          done.resume(throwing: error)
        }
      }
    } onCancel: {
      // A browser that receives `SIGTERM` may never end.
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    return Outcome(
      command: self,
      status: process.terminationStatus,
      endedBySignal: process.terminationReason == .uncaughtSignal,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}

extension Command: CustomStringConvertible {
  /// The command in a form that can be pasted into a shell.
  package var description: String {
    let variables = environment.sorted { $0.key < $1.key }.map {
      "\($0.key)=\(Self.quoted($0.value))"
    }
    let words = variables + [Self.quoted(executable.path)] + arguments.map(Self.quoted)
    let line = words.joined(separator: " ")
    return folder.map { "cd \(Self.quoted($0.path)) && \(line)" } ?? line
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "/._-=+:,@%".contains($0) }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}

extension Command {
  /// A program that failed unexpectedly.
  package struct Failure: Error, CustomStringConvertible {
    package let result: Outcome

    package var description: String {
      """
      \(result.command)
      ended \(result.endedBySignal ? "by signal" : "with exit code") \(result.status).
      \(result.output)\(result.errors)
      """
    }
  }
}

/// A limited number of slots, for which tasks wait.
actor Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) {
    free = max(1, count)
  }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func give() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension Process {
  /// Starts the process with no signal blocked, and with Ctrl-C not ignored.
  ///
  /// Tests run on worker threads that block signals, and tests in a background job of a shell
  /// ignore `SIGINT`. Child processes inherit both.
  func start() throws {
    _ = Self.heedsInterrupts
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }

  /// Makes this process stop ignoring `SIGINT`, if it was started that way.
  private static let heedsInterrupts: Void = {
    var action = sigaction()
    unsafe sigaction(SIGINT, nil, &action)
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    let ignores = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    if handler == ignores { signal(SIGINT, SIG_DFL) }
  }()
}
