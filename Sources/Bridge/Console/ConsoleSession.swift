import Synchronization

/// A request while it is worked on, and after that if events follow it.
final class ConsoleSession: Sendable {
  /// The console; `nil` once it is released, as a client may outlive it for a
  /// moment.
  weak let console: BridgeConsole?
  private let connection: ConsoleConnection
  private let id: ConsoleValue
  /// Events that came before the response; nothing once that has gone.
  private let early = Mutex<[ConsoleValue]?>([])
  private let following = Mutex<[@Sendable () -> Void]>([])

  init(console: BridgeConsole, connection: ConsoleConnection, id: ConsoleValue) {
    self.console = console
    self.connection = connection
    self.id = id
  }

  /// Sends an event; those that come before the response are sent after it.
  func send(event: ConsoleValue) {
    let isEarly = early.withLock { early in
      early?.append(event)
      return early != nil
    }
    if !isEarly { connection.send(ConsoleResponse(id: id, event: event)) }
  }

  /// Has something done when the response has been sent.
  func afterResponse(_ body: @escaping @Sendable () -> Void) {
    following.withLock { $0.append(body) }
  }

  /// The response has been sent.
  func didRespond() {
    for body in following.withLock({ $0 }) { body() }
    // Until none is left: others may come while these are sent.
    while true {
      let events = early.withLock { early -> [ConsoleValue]? in
        if early?.isEmpty ?? true { early = nil }
        defer { if early != nil { early = [] } }
        return early
      }
      guard let events else { return }
      for event in events { connection.send(ConsoleResponse(id: id, event: event)) }
    }
  }

  /// Counts one more watch of the client.
  ///
  /// - Throws: ``BridgeConsoleError`` if it watches as often as it may.
  func addWatch() throws(BridgeConsoleError) {
    guard connection.addWatch() else {
      throw BridgeConsoleError(
        .tooManyRequests,
        "this client watches as often as it may; leave 'kinds' out to see everything at once")
    }
  }

  /// Has something done when the client is gone.
  func whenClosed(_ body: @escaping @Sendable () -> Void) { connection.whenClosed(body) }
}
