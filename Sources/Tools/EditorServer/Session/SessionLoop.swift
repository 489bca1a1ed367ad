/// Handles the events of a session in order, and sends the answers.
struct SessionLoop<C: Clock<Duration>>: Sendable {
  private let options: EditorServerOptions
  private let connection: EditorConnection
  private let clock: C
  private let events: EventQueue
  private let requests: PendingRequests
  private let texts: FileTexts
  private var session: EditorSession
  private var workspace: Workspace<C>?
  /// The task that watches the programs for changes.
  private var following: Task<Void, Never>?
  /// The reading of the uses of the current programs.
  private var uses = UseWait()
  private var refreshCount = 0

  init(
    options: EditorServerOptions, connection: EditorConnection, clock: C, events: EventQueue,
    requests: PendingRequests
  ) {
    self.options = options
    self.connection = connection
    self.clock = clock
    self.events = events
    self.requests = requests
    texts = FileTexts(parse: options.reading.parse)
    session = EditorSession(texts: texts)
  }

  /// Runs until the client exits or its messages end.
  mutating func run() async -> EditorEnding {
    defer {
      following?.cancel()
      uses.stop()
    }
    while let event = await events.next() {
      if let ending = await handle(event) { return ending }
      sendDiagnostics()
    }
    return ending
  }

  private var ending: EditorEnding {
    if case .shutDown = session.phase { .orderly } else { .withoutShutdown }
  }

  /// Sends the diagnostics of one document after the other, until another event arrives.
  private mutating func sendDiagnostics() {
    while !uses.isWaiting, events.isEmpty,
      let diagnostics = session.nextDiagnostics(at: options.now())
    {
      notify("textDocument/publishDiagnostics", diagnostics)
    }
  }

  private mutating func handle(_ event: EditorEvent) async -> EditorEnding? {
    switch event {
    case .message(.request(let id, let request)):
      await answer(id, request)
    case .message(.notification(.exit)):
      return ending
    case .message(.notification(.cancelRequest(let parameters))):
      guard uses.remove(parameters.id) else { break }
      fail(parameters.id, "the request was cancelled")
    case .message(.notification(let notification)):
      receive(notification)
    case .message(.invalid(let id, let error)):
      send(.response(id, .failure(error)))
    case .message(.response):
      // The server only sends requests to refresh code lenses, whose responses are ignored.
      break
    case .programsRead(let program):
      take(program)
      readUses(of: program)
      if !uses.isReading { await answer(uses.takeRequests(), with: program) }
    case .usesRead(let program, let number):
      guard let requests = uses.finish(number) else { break }
      take(program)
      for gap in program.gaps { log(.init(.info, gap)) }
      await answer(requests, with: program)
    case .waitExpired(let number):
      guard let requests = uses.expire(number) else { break }
      log(.init(.warning, Self.usesAreMissing))
      await answer(requests, with: nil)
    case .inputEnded(let error):
      if let error { log(.init(.error, "\(error)")) }
      return error.map(EditorEnding.unreadable) ?? ending
    }
    return nil
  }

  private mutating func receive(_ notification: ClientNotification) {
    guard session.phase == .running, let problem = session.receive(notification) else { return }
    log(.init(.warning, problem))
  }

  // MARK: - Requests

  private mutating func answer(_ id: RequestID, _ request: ClientRequest) async {
    let result: Result<any Encodable & Sendable, ResponseError>
    switch (request, session.phase) {
    case (.initialize(let parameters), .uninitialized):
      send(.response(id, .success(session.initialize(parameters, version: options.version))))
      requests.remove(id)
      return open(parameters)
    case (_, .uninitialized):
      result = .failure(
        ResponseError(.serverNotInitialized, "the session must start with 'initialize'"))
    case (_, .shutDown):
      result = .failure(ResponseError(.invalidRequest, "the session was shut down"))
    case (.shutdown, .running):
      session.shutDown()
      for asked in uses.takeRequests() { fail(asked.id, "the session was shut down") }
      result = .success(String?.none)
    case (_, .running):
      guard !uses.isWaiting || !request.needsUses else {
        return uses.add(UseWait.Request(id: id, request: request, session: session))
      }
      return await answer(id, request, session.question(at: options.now()))
    }
    requests.remove(id)
    send(.response(id, result))
  }

  /// Answers a request from the state that the session had when the request arrived.
  private func answer(
    _ id: RequestID, _ request: ClientRequest, _ question: QuestionAnswering?
  ) async {
    guard var question else {
      preconditionFailure("The programs are read when a session starts.")
    }
    question.areUsesKnown = !uses.isReading
    let result = await requests.run(id) { [question] () throws(ResponseError) in
      try question.answer(request)
    }
    send(.response(id, result))
  }

  /// Answers the requests that have waited, from a new reading of the programs if it is available.
  private func answer(_ requests: [UseWait.Request], with program: KnownProgram?) async {
    for var asked in requests {
      if let program { asked.session.update(program) }
      await answer(asked.id, asked.request, asked.session.question(at: options.now()))
    }
  }

  private static var usesAreMissing: String {
    """
    the uses in the code are still being read. Until then, answers may lack the uses in closed \
    files.
    """
  }

  private func fail(_ id: RequestID, _ reason: String) {
    requests.remove(id)
    send(.response(id, .failure(ResponseError(.requestCancelled, reason))))
  }

  // MARK: - Programs

  /// Reads the programs before the next request is answered.
  private mutating func open(_ parameters: LSP.InitializeParams) {
    let roots = parameters.rootPaths.isEmpty ? [options.folder] : parameters.rootPaths
    let workspace = Workspace(
      roots: roots.map(FilePath.resolved),
      programs: parameters.initializationOptions?.programs ?? options.programs,
      options: options, texts: texts, events: events, clock: clock)
    self.workspace = workspace
    let (program, following) = workspace.open()
    self.following = following
    take(program)
    readUses(of: program)
  }

  private mutating func take(_ program: KnownProgram) {
    session.update(program)
    for message in program.picture.messages { log(message) }
    guard session.capabilities.refreshesCodeLenses else { return }
    refreshCount += 1
    send(.request(.string("refresh-\(refreshCount)"), "workspace/codeLens/refresh"))
  }

  private mutating func readUses(of program: KnownProgram) {
    uses.start(
      { [workspace] in workspace?.readUses(of: program, as: $0) }, clock: clock, events: events)
  }

  // MARK: - Messages

  private func log(_ message: LSP.MessageParams) {
    notify("window/logMessage", message)
  }

  private func notify(_ method: String, _ parameters: any Encodable & Sendable) {
    send(.notification(method, parameters))
  }

  private func send(_ message: ServerMessage) {
    // If the client no longer reads, it has exited, and the end of its input ends the session.
    _ = connection.write(MessageFrame.bytes(of: message.content))
  }
}

/// The framing of outgoing messages.
package enum MessageFrame {
  /// Returns a message with its header.
  package static func bytes(of content: some Collection<UInt8>) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}

/// The reason why a session finished.
package enum EditorEnding: Sendable, Hashable {
  /// The client sent `shutdown`, then `exit` or the end of its messages.
  case orderly
  /// The client sent `exit` or the end of its messages without `shutdown`.
  case withoutShutdown
  /// The messages of the client became unreadable.
  case unreadable(FramingError)
}
