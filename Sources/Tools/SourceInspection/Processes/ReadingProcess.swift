import CCompilerIndex
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child process of this program that parses sources and reads the compiler's index.
///
/// A damaged index ends the process of the toolchain's library, and some texts end the process of
/// the parser or keep it busy for hours. This process continues. It reports the unread files, and
/// starts another child process for the next request. The alternative was to check each byte of an
/// index and to predict the behavior of the parser, using formats and a grammar that other
/// projects define.
///
/// - Concurrency: Can be used from any thread. Requests wait for each other.
package final class ReadingProcess: Sendable {
  private struct Child {
    var socket: ReadingSocket
    var process: pid_t
  }

  /// The path of the program, or `nil` for this program.
  private let program: String?
  private let limits: Limits
  private let child = Mutex<Child?>(nil)

  /// Creates a reader.
  ///
  /// Its process starts with the first request.
  package init(program: String? = nil, limits: Limits = Limits()) {
    self.program = program
    self.limits = limits
  }

  deinit {
    child.withLock { child in _ = Self.stop(&child) }
  }

  /// The limits of a process.
  package struct Limits: Sendable {
    /// The environment variable with the maximum time for a source in seconds.
    package static let variable = "MODKIT_READING_LIMIT"

    /// The maximum time for a source in seconds.
    package var source = 10
    /// The maximum time in seconds until the index returns the next source.
    package var index = 120
    package var answerBytes = 256 << 20

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
      if let seconds = environment[Self.variable].flatMap(Int.init), (1...3_600).contains(seconds) {
        source = seconds
      }
    }
  }

  /// Parses a text.
  package func parse(_ text: String, isPart: Bool) -> ParsedSource {
    var sources: Set<String> = [""]
    switch answer(ReadingRequest(text: text, isPart: isPart), reading: &sources) {
    case .success(let reply):
      return reply.parsed ?? ParsedSource(problem: "the process did not answer")
    case .failure(let failure): return ParsedSource(problem: failure.description)
    }
  }

  /// Reads the uses of a program.
  ///
  /// If a source ends the process, the uses are read again without this source.
  package func read(_ request: UseRequest) -> ProgramUses {
    var message = ReadingRequest(uses: request)
    while true {
      var sources: Set<String> = []
      switch answer(message, reading: &sources) {
      case .success(let reply): return reply.uses ?? ProgramUses()
      case .failure(let failure):
        guard let source = sources.first, message.skipped.count < 16 else {
          var uses = ProgramUses()
          uses.gaps = ["Uses were not read: \(failure.sentence(for: request))"]
          return uses
        }
        // If several sources were parsed at the same time, any of them may be the cause.
        if sources.count == 1 { message.skipped[source] = failure.description }
        message.isSerial = true
      }
    }
  }

  /// Reads the sources of a package with their references to each other.
  package func read(_ request: FileGraphRequest) -> FileGraph {
    var sources: Set<String> = []
    switch answer(ReadingRequest(graph: request), reading: &sources) {
    case .success(let reply): return reply.graph ?? FileGraph()
    case .failure(let failure):
      var graph = FileGraph()
      graph.gaps = [
        sources.first.map { "'\($0)' cannot be read: \(failure)" }
          ?? failure.sentence(for: UseRequest(store: request.store))
      ]
      return graph
    }
  }

  /// Sends a request, and waits for the response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - sources: The sources that the process is parsing.
  /// - Returns: The response, or the reason why it is missing.
  private func answer(
    _ request: ReadingRequest, reading sources: inout Set<String>
  ) -> Result<ReadingReply, ReadingFailure> {
    var reading = sources
    defer { sources = reading }
    return child.withLock { child in
      let result = answer(request, by: &child, reading: &reading)
      if case .failure(let failure) = result {
        let signal = Self.stop(&child)
        return .failure(failure == .ended(signal: 0) ? .ended(signal: signal) : failure)
      }
      return result
    }
  }

  private func answer(
    _ request: ReadingRequest, by child: inout Child?, reading sources: inout Set<String>
  ) -> Result<ReadingReply, ReadingFailure> {
    do {
      if child == nil { child = try start() }
      guard child?.socket.send(try JSONEncoder().encode(request)) == true else {
        return .failure(.ended(signal: 0))
      }
      while true {
        let seconds = sources.isEmpty ? limits.index : limits.source
        switch child?.socket.line(
          milliseconds: Int32(seconds * 1_000), mostBytes: limits.answerBytes)
        {
        case .line(let line):
          let reply = try JSONDecoder().decode(ReadingReply.self, from: line)
          if reply.isAnswer { return .success(reply) }
          if let path = reply.started { sources.insert(path) }
          if let path = reply.finished { sources.remove(path) }
        case .silence: return .failure(.tookTooLong(seconds: seconds))
        case .tooLong: return .failure(.answeredTooMuch)
        case .end, nil: return .failure(.ended(signal: 0))
        }
      }
    } catch {
      return .failure(error as? ReadingFailure ?? .notStarted("\(error)"))
    }
  }

  private func start() throws(ReadingFailure) -> Child {
    var descriptor: Int32 = -1
    var process: pid_t = 0
    let status = unsafe reading_process_start(
      program, ReadingService.argument, &descriptor, &process)
    guard status == 0 else {
      throw .notStarted(unsafe String(cString: strerror(status)))
    }
    return Child(socket: ReadingSocket(descriptor), process: process)
  }

  /// Ends the process, and returns the signal that ended it earlier.
  private static func stop(_ child: inout Child?) -> Int32 {
    guard let stopped = child.take() else { return 0 }
    return reading_process_stop(stopped.socket.descriptor, stopped.process)
  }
}

/// The reason why a process does not respond.
private enum ReadingFailure: Error, Hashable, CustomStringConvertible {
  case notStarted(String)
  case ended(signal: Int32)
  case tookTooLong(seconds: Int)
  case answeredTooMuch

  /// The end of a sentence about a source.
  var description: String {
    switch self {
    case .notStarted(let reason): "the process that parses it cannot start: \(reason)"
    case .ended(let signal):
      "the parser crashed\(Self.text(of: signal)), because the file nests too deeply"
    case .tookTooLong(let seconds):
      "parsing it takes longer than \(seconds) s, a limit that \(ReadingProcess.Limits.variable) raises"
    case .answeredTooMuch: "it contains too many declarations and names"
    }
  }

  /// Returns a sentence about an index.
  func sentence(for request: UseRequest) -> String {
    let store =
      request.store.map { " '\($0)'" } ?? request.programs.first.map { " of '\($0)'" } ?? ""
    return switch self {
    case .notStarted(let reason): "the process that reads the index cannot start: \(reason)."
    case .ended(let signal):
      """
      the library that reads the index store\(store) crashed\(Self.text(of: signal)). \
      The store may be damaged: remove it and build again.
      """
    case .tookTooLong(let seconds):
      "reading the index store\(store) takes longer than \(seconds) s. Remove it and build again."
    case .answeredTooMuch:
      "the index store\(store) has too many uses. Remove it and build again."
    }
  }

  private static func text(of signal: Int32) -> String {
    signal == 0 ? "" : " by signal \(signal)"
  }
}
