/// The reading of the uses in the code of closed files, and the requests that wait for it.
///
/// An answer without these uses looks like a complete one, for example a list of references. A
/// request keeps the session in which it was asked, because its positions are those of the texts
/// then. The alternative was to let all later messages wait, and completion with them.
struct UseWait: Sendable {
  /// A request, with the session in which it was asked.
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

  /// The longest time for which answers wait.
  private static let longest: Duration = .seconds(10)

  /// A Boolean value that indicates whether a reading goes on.
  var isReading: Bool { reading != nil }
  /// A Boolean value that indicates whether answers wait for it.
  var isWaiting: Bool { limit != nil }

  /// Starts a reading in place of an earlier one, whose requests wait for this one.
  ///
  /// - Parameters:
  ///   - start: Starts the reading with this number; returns `nil` if nothing is to be read.
  ///   - clock: The clock that limits the wait.
  ///   - events: The queue that learns of the end of the wait.
  mutating func start(
    _ start: (Int) -> Task<Void, Never>?, clock: some Clock<Duration>, events: EventQueue
  ) {
    stop()
    number += 1
    reading = start(number)
    guard reading != nil else { return }
    limit = Task { [number] in
      // The only error of a clock is that the task is cancelled.
      guard (try? await clock.sleep(for: Self.longest)) != nil else { return }
      events.add(.waitExpired(number))
    }
  }

  mutating func add(_ request: Request) { requests.append(request) }

  /// Removes a request that was cancelled; returns whether it was waiting.
  mutating func remove(_ id: RequestID) -> Bool {
    guard let index = requests.firstIndex(where: { $0.id == id }) else { return false }
    requests.remove(at: index)
    return true
  }

  /// Finishes the latest reading, and removes the requests that have waited for it.
  ///
  /// - Returns: The requests in their order; `nil` for an earlier reading.
  mutating func finish(_ number: Int) -> [Request]? {
    guard number == self.number else { return nil }
    stop()
    return takeRequests()
  }

  /// Ends the wait for the latest reading, which goes on.
  ///
  /// - Returns: The requests in their order; `nil` if nothing waits for this reading.
  mutating func expire(_ number: Int) -> [Request]? {
    guard number == self.number, isWaiting else { return nil }
    limit = nil
    return takeRequests()
  }

  /// Removes all requests.
  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// Cancels the reading.
  mutating func stop() {
    reading?.cancel()
    limit?.cancel()
    (reading, limit) = (nil, nil)
  }
}

extension ClientRequest {
  /// A Boolean value that indicates whether the answer is incomplete without the uses in closed
  /// files.
  ///
  /// Completions do not wait. Their list says that it is incomplete, and the client asks again.
  var needsUses: Bool {
    switch self {
    case .definition, .references, .hover, .codeAction, .codeLens, .workspaceSymbol,
      .prepareRename, .rename:
      true
    case .completion, .documentSymbol, .initialize, .shutdown, .unknown: false
    }
  }
}
