import Dispatch
package import SourceInspection
import Synchronization

/// The language server: a session with a client, from its messages to the responses.
///
/// A thread reads messages, a task handles them in their order, and other tasks monitor the
/// programs. A request is handled with the state at the time of the request.
package struct EditorServer<C: Clock<Duration>>: Sendable {
  private let options: EditorServerOptions
  private let connection: EditorConnection
  private let clock: C

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - connection: The connection to the client.
  ///   - clock: The clock for monitoring programs.
  package init(_ options: EditorServerOptions, connection: EditorConnection, clock: C) {
    self.options = options
    self.connection = connection
    self.clock = clock
  }

  /// Runs the session until it ends.
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
  /// Runs the session and blocks until it ends.
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

/// The options of a language server.
package struct EditorServerOptions: Sendable {
  /// The paths of the programs.
  ///
  /// If empty, the workspace is searched for programs.
  package var programs: [String]
  /// The workspace folder for clients that do not specify one.
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

  /// Reads in separate processes that may crash: one for typed text, and one for builds.
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
