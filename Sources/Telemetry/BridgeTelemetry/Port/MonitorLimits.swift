/// The limits for the clients of the port.
struct MonitorLimits: Sendable {
  /// The number of connections at once.
  var connections = 16

  /// The size of the head of a request in bytes.
  var headLength = 8 << 10

  /// The time for a request to arrive, for its answer to be made, and for that to leave.
  var time = Duration.seconds(10)
}
