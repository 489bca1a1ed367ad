import Dispatch
package import SourceInspection
import Synchronization

/// The language server: a session with one client, from its messages to the answers.
///
/// A thread reads messages, one task takes them in their order and answers, and others follow the
/// programs. A request is answered from the state in which it was asked.
package struct EditorServer<C: Clock<Duration>>: Sendable {
  private let options: EditorServerOptions
  private let connection: EditorConnection
  private let clock: C

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - options: The surroundings.
  ///   - connection: The streams from the client and to it.
  ///   - clock: The clock by which the programs are watched.
  package init(_ options: EditorServerOptions, connection: EditorConnection, clock: C) {
    self.options = options
    self.connection = connection
    self.clock = clock
  }

  /// Serves the client until it ends.
  package func run() async -> EditorEnding {
    let events = EventQueue()
    let requests = PendingRequests()
    let reader = ClientReader(connection: connection, requests: requests, events: events)
    // Reading waits, and the threads of tasks must not.
    DispatchQueue(label: "modkit.lsp.input").async { reader.run() }
    var loop = SessionLoop(
      options: options, connection: connection, clock: clock, events: events, requests: requests)
    return await loop.run()
  }
}

extension EditorServer {
  /// Serves the client until it ends, and waits for it.
  package func runAndWait() -> EditorEnding {
    let ending = EndingOfRun()
    Task { ending.set(await run()) }
    return ending.wait()
  }
}

/// The end of a session, for a thread that waits for it.
final class EndingOfRun: Sendable {
  private let ending = Mutex<EditorEnding?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func set(_ ending: EditorEnding) {
    self.ending.withLock { $0 = ending }
    isThere.signal()
  }

  func wait() -> EditorEnding {
    isThere.wait()
    guard let ending = ending.withLock(\.self) else {
      preconditionFailure("The semaphore is signalled when the end is known.")
    }
    return ending
  }
}

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The surroundings of a language server.
package struct EditorServerOptions: Sendable {
  /// The paths of the programs to read; none to search the workspace for them.
  package var programs: [String]
  /// The folder that stands for the workspace of a client that names none.
  package var folder: String
  /// The version of the server.
  package var version: String
  package var now: @Sendable () -> Date
  package var reading: SourceReading

  package init(
    programs: [String], folder: String, version: String,
    now: @escaping @Sendable () -> Date = { Date() }, reading: SourceReading
  ) {
    self.programs = programs
    self.folder = folder
    self.version = version
    self.now = now
    self.reading = reading
  }
}

/// The functions that parse sources and read the uses in the code of a program.
package struct SourceReading: Sendable {
  package typealias Uses = @Sendable (UseRequest) async -> ProgramUses

  package var parse: SourceParsing
  package var uses: Uses

  package init(
    parse: @escaping SourceParsing = { ParsedSource($0, isPart: $1) }, uses: @escaping Uses
  ) {
    self.parse = parse
    self.uses = uses
  }

  /// Reads in processes that may die: one for what is typed, and one for builds.
  package static func processes(program: String? = nil) -> SourceReading {
    let queue = DispatchQueue(label: "modkit.lsp.index", qos: .utility)
    let (documents, builds) = (ReadingProcess(program: program), ReadingProcess(program: program))
    return SourceReading(parse: { documents.parse($0, isPart: $1) }) { request in
      // Reading waits, and the threads of tasks must not.
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: builds.read(request)) }
      }
    }
  }
}
