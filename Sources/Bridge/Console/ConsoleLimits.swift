/// The limits for the clients of a console.
struct ConsoleLimits: Sendable {
  /// The size of a line in bytes.
  var lineLength = 1 << 20
  /// The number of waiting requests of one client.
  var waitingRequests = 64
  /// The number of bytes that a client may leave unread before the next line is sent.
  var unreadBytes = 4 << 20
  /// The number of times that one client may watch what runs.
  var watches = 16
  /// The number of clients.
  var clients = 64
}
