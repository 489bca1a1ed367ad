/// The surroundings of a host: the process, or a test.
struct HostSurroundings: Sendable {
  /// The arguments, without the program.
  var arguments: [String]
  var environment: [String: String]
  /// The sockets that the supervisor has handed over.
  var activation: SocketActivation
  var clock: HostClock
  /// Notifies the modules of the launch, and returns when all have done what they
  /// do then.
  var launchModules: @Sendable () async -> Void
  /// Has the modules read their settings again, and waits for them.
  var reloadModules: @Sendable () async -> Void
  /// Waits for those who listen to a signal that has come.
  var listeners: @Sendable (AppSignal) async -> Void
  /// Returns when the main actor has had time for it.
  var mainActorAnswers: @Sendable () async -> Void
  /// Writes a line for people.
  var write: @Sendable (String) -> Void
  /// Ends the process without any ado.
  var leaveAtOnce: @Sendable (UInt8) -> Void
}
