/// What the clients of a console may do.
struct ConsoleLimits: Sendable {
  /// How many bytes one line may have.
  var lineLength = 1 << 20
  /// How many requests of one client may wait for their turn.
  var waitingRequests = 64
  /// How many bytes a client may leave unread before the next line is sent.
  var unreadBytes = 4 << 20
  /// How many times one client may watch what runs.
  var watches = 16
  /// How many clients there may be.
  var clients = 64
}
