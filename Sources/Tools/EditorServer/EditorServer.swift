import Dispatch

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
