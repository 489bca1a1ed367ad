import Foundation
import Synchronization

/// A program to run, with its arguments.
struct Command: Sendable {
  var executable: URL
  var arguments: [String] = []
  /// What is added to the environment of the tests.
  var environment: [String: String] = [:]
  var folder: URL?

  /// What a program left behind.
  struct Result: Sendable {
    let command: Command
    /// The exit code, or the number of the signal that ended it.
    let status: Int32
    let endedBySignal: Bool
    let output: String
    let errors: String

    var succeeded: Bool { status == 0 && !endedBySignal }

    /// The lines of the standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Runs it to its end, however that turns out.
  ///
  /// - Concurrency: No more programs run at once than there are cores; further
  ///   ones wait. Cancelling the task ends the program.
  func result() async throws -> Result {
    await Self.slots.take()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await run()) } catch { result = .failure(error) }
    await Self.slots.give()
    return try result.get()
  }

  /// Runs it and insists on success.
  ///
  /// - Throws: A ``Failure`` with the whole command and everything it printed.
  @discardableResult
  func succeed() async throws -> Result {
    let result = try await result()
    guard result.succeeded else { throw Failure(result: result) }
    return result
  }

  private static let slots = Slots(ProcessInfo.processInfo.activeProcessorCount)

  private func run() async throws -> Result {
    // Files and not pipes: nobody has to read along to keep the program going.
    let capture = try LinkMatrix.makeFolder("output")
    defer { try? FileManager.default.removeItem(at: capture) }
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
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in done.resume() }
        do { try process.run() } catch { done.resume(throwing: error) }
      }
    } onCancel: {
      if process.isRunning { process.terminate() }
    }
    return Result(
      command: self,
      status: process.terminationStatus,
      endedBySignal: process.terminationReason == .uncaughtSignal,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}

extension Command: CustomStringConvertible {
  /// The command as one could paste it into a shell.
  var description: String {
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
  /// A program that should have succeeded and did not.
  struct Failure: Error, CustomStringConvertible {
    let result: Result

    var description: String {
      """
      \(result.command)
      ended \(result.endedBySignal ? "by signal" : "with exit code") \(result.status).
      \(result.output)\(result.errors)
      """
    }
  }
}

/// A number of places that tasks wait for.
private actor Slots {
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
