/// The reading of the uses in the code of closed files, and the requests that wait for it.
///
/// An answer without these uses, for example a list of references, looks like a complete one. A
/// request keeps a copy of the session, because its positions refer to the texts at the time of the
/// request. The alternative was to let all later messages wait, and completion with them.
struct UseWait: Sendable {
  /// A request, with the session at the time of the request.
  struct Request: Sendable {
    let id: RequestID
    let request: ClientRequest
    var session: EditorSession
  }

  /// The number of the latest reading.
  private var number = 0
  private var reading: Task<Void, Never>?
  private var limit: Task<Void, Never>?
  private var requests: [Request] = []

  /// The longest time for which requests wait.
  private static let longest: Duration = .seconds(10)

  /// A Boolean value that indicates whether a reading is running.
  var isReading: Bool { reading != nil }
  /// A Boolean value that indicates whether requests wait for the reading.
  ///
  /// It is `false` after ``expire(_:)``, although the reading may still be running.
  var isWaiting: Bool { limit != nil }

  /// Starts a reading, and cancels an earlier one.
  ///
  /// Requests that waited for the earlier reading wait for the new one.
  ///
  /// - Parameters:
  ///   - start: Starts the reading with the given number, or returns `nil` if no uses can be read.
  ///   - clock: The clock that limits the wait.
  ///   - events: The queue that receives an event when the wait expires.
  mutating func start(
    _ start: (Int) -> Task<Void, Never>?, clock: some Clock<Duration>, events: EventQueue
  ) {
    stop()
    number += 1
    reading = start(number)
    guard reading != nil else { return }
    limit = Task { [number] in
      // A clock only throws an error if the task is cancelled.
      guard (try? await clock.sleep(for: Self.longest)) != nil else { return }
      events.add(.waitExpired(number))
    }
  }

  mutating func add(_ request: Request) { requests.append(request) }

  /// Removes a cancelled request, and returns whether it was waiting.
  mutating func remove(_ id: RequestID) -> Bool {
    guard let index = requests.firstIndex(where: { $0.id == id }) else { return false }
    requests.remove(at: index)
    return true
  }

  /// Finishes the latest reading, and removes the requests that waited for it.
  ///
  /// - Returns: The requests in the order of arrival, or `nil` for an earlier reading.
  mutating func finish(_ number: Int) -> [Request]? {
    guard number == self.number else { return nil }
    stop()
    return takeRequests()
  }

  /// Ends the wait for the latest reading, which keeps running.
  ///
  /// - Returns: The requests in the order of arrival, or `nil` if no wait for this reading is
  ///   active.
  mutating func expire(_ number: Int) -> [Request]? {
    guard number == self.number, isWaiting else { return nil }
    limit = nil
    return takeRequests()
  }

  /// Removes and returns all waiting requests.
  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// Cancels the reading and the time limit of the wait.
  mutating func stop() {
    reading?.cancel()
    limit?.cancel()
    (reading, limit) = (nil, nil)
  }
}

extension ClientRequest {
  /// A Boolean value that indicates whether a complete answer needs the uses in closed files.
  ///
  /// Completions do not wait: their list is marked as incomplete, so the client asks again.
  var needsUses: Bool {
    switch self {
    case .definition, .references, .hover, .codeAction, .codeLens, .workspaceSymbol,
      .prepareRename, .rename:
      true
    case .completion, .documentSymbol, .initialize, .shutdown, .unknown: false
    }
  }
}
