import CCompilerIndex
import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The code that runs in the child process of a ``ReadingProcess``, and may crash it.
package enum ReadingService {
  /// The argument that starts the program as a child process.
  package static let argument = "_read"

  /// Responds to requests on standard input until the parent closes it.
  package static func run() throws {
    reading_process_end_with_parent()
    let reader = UseReader()
    let replies = Replies()
    var requests = ReadingSocket(0)
    while case .line(let line) = requests.line(milliseconds: -1, mostBytes: .max) {
      let request = try JSONDecoder().decode(ReadingRequest.self, from: line)
      if let text = request.text {
        replies.send(ReadingReply(parsed: ParsedSource(text, isPart: request.isPart)))
      } else if let uses = request.uses {
        replies.send(ReadingReply(uses: reader.read(uses, parse: parsing(request, replies))))
      } else if let graph = request.graph {
        replies.send(
          ReadingReply(
            graph: FileGraph(graph) { path, parse in
              replies.send(ReadingReply(started: path))
              parse()
              replies.send(ReadingReply(finished: path))
            }))
      }
    }
  }

  /// Returns a parsing function that skips the sources in a request and reports the others.
  private static func parsing(
    _ request: ReadingRequest, _ replies: Replies
  ) -> UseReader.Parsing {
    let turns = DispatchSemaphore(value: request.isSerial ? 1 : .max)
    return { path, text in
      if let reason = request.skipped[path] { return ParsedSource(problem: reason) }
      turns.wait()
      defer { turns.signal() }
      replies.send(ReadingReply(started: path))
      defer { replies.send(ReadingReply(finished: path)) }
      return ParsedSource(text)
    }
  }

  /// The standard output, for use from several threads.
  private final class Replies: Sendable {
    private let socket = Mutex(ReadingSocket(1))

    func send(_ reply: ReadingReply) {
      do {
        let json = try JSONEncoder().encode(reply)
        // If the parent has ended, this process ends, too.
        _ = socket.withLock { $0.send(json) }
      } catch {
        preconditionFailure("A reply has only strings, numbers and lists: \(error)")
      }
    }
  }
}
