/// A socket that the supervisor of an app listens at, and has handed over to the app.
///
/// - Concurrency: May be used from any thread.
public struct ActivatedSocket: Sendable, Hashable {
  /// The name that the supervisor gives it: `FileDescriptorName=` of a socket unit.
  public let name: String

  /// The descriptor, which child processes do not inherit.
  public let descriptor: Int32

  /// The name of the socket at which an app opens its console.
  static let consoleName = "console"
}

extension AppContext {
  /// The sockets that the supervisor has handed over, in its order.
  ///
  /// ``Bridge/console(at:for:)`` uses the one with the name `console`. The others are the app's:
  /// it accepts their connections, and closes their descriptors when it ends.
  public var sockets: [ActivatedSocket] { host.surroundings.activation.sockets }
}
