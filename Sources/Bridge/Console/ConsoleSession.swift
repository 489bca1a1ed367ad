import Synchronization

/// The context of a request while it is processed, and afterwards if events follow it.
final class ConsoleSession: Sendable {
  let desk: ConsoleDesk
  /// The number of clients of the console when the request arrived.
  let clientCount: Int
  /// The connection of the client, or `nil` if the request did not come through a socket.
  private let connection: ConsoleConnection?
  private let id: ConsoleValue
  /// The events before the response, or `nil` after the response was sent.
  private let early = Mutex<[ConsoleValue]?>([])
  private let following = Mutex<[@Sendable () -> Void]>([])

  init(
    desk: ConsoleDesk, connection: ConsoleConnection? = nil, id: ConsoleValue = .null,
    clientCount: Int = 0
  ) {
    self.desk = desk
    self.connection = connection
    self.id = id
    self.clientCount = clientCount
  }

  /// Sends an event.
  ///
  /// Events before the response are sent after it.
  func send(event: ConsoleValue) {
    let isEarly = early.withLock { early in
      early?.append(event)
      return early != nil
    }
    if !isEarly { connection?.send(ConsoleResponse(id: id, event: event)) }
  }

  /// Calls a closure after the response has been sent.
  func afterResponse(_ body: @escaping @Sendable () -> Void) {
    following.withLock { $0.append(body) }
  }

  /// Calls the closures and sends the events that waited for the response.
  func didRespond() {
    for body in following.withLock({ $0 }) { body() }
    // Repeated, because further events may be added while these are sent.
    while true {
      let events = early.withLock { early -> [ConsoleValue]? in
        if early?.isEmpty ?? true { early = nil }
        defer { if early != nil { early = [] } }
        return early
      }
      guard let events else { return }
      for event in events { connection?.send(ConsoleResponse(id: id, event: event)) }
    }
  }

  /// Counts another watch of the client.
  ///
  /// - Throws: A ``BridgeConsoleError`` if the client has too many watches or no connection.
  func addWatch() throws(BridgeConsoleError) {
    guard let connection else {
      throw BridgeConsoleError(
        .failed,
        "'watch' sends events through a connection, which this request does not have: use the "
          + "socket of 'Bridge.openConsole'")
    }
    guard connection.addWatch() else {
      throw BridgeConsoleError(
        .tooManyRequests,
        "this client has reached its limit of watches; omit 'kinds' to watch everything at once")
    }
  }

  /// Calls a closure when the client has disconnected.
  func whenClosed(_ body: @escaping @Sendable () -> Void) {
    connection?.whenClosed(body)
  }
}
