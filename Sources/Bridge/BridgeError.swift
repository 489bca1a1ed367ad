public import RecordFormat
import RheaTime

/// An error of a wire.
///
/// Errors that a caller can handle are thrown. Errors that occur while a wire carries a value go to
/// ``Bridge/errorHandler``.
public struct BridgeError: ModularityError {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// A value did not reach the target.
    public static let notDelivered = Code(name: "notDelivered")

    /// An event was not published, because a durable wire cannot take its value.
    public static let notPublished = Code(name: "notPublished")

    /// Wires form an endless cycle.
    public static let cycle = Code(name: "cycle")

    /// An end of a wire cannot be connected.
    public static let notConnected = Code(name: "notConnected")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// The source location of the wire.
  public let location: CodeLocation?

  /// The error that the target threw, if any.
  public let underlyingError: (any Error)?

  init(
    _ code: Code, _ message: String, at location: CodeLocation, underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.location = location
    self.underlyingError = underlyingError
  }
}

extension BridgeError {
  /// Returns the error for a value that did not reach the target.
  static func failed(_ wire: Wire, with error: any Error) -> BridgeError {
    BridgeError(
      .notDelivered, "the wire '\(wire.name)' carried nothing: \(error)", at: wire.location,
      underlyingError: error)
  }

  /// Returns the error for an event that is not published.
  static func notPublished(
    _ event: RheaEvent, by wire: Wire, at location: CodeLocation, because error: any Error
  ) -> BridgeError {
    BridgeError(
      .notPublished,
      """
      the event '\(event)' is not published, because of the wire '\(wire.name)' \
      (\(wire.location)): \(error)
      """,
      at: location, underlyingError: error)
  }

  /// Returns the error for a wire that cannot be connected.
  static func notConnected(_ wire: Wire, because error: any Error) -> BridgeError {
    BridgeError(
      .notConnected, "the wire '\(wire.name)' is not connected: \(error)", at: wire.location,
      underlyingError: error)
  }

  /// Returns the error for wires that form a cycle.
  static func cycle(_ cycle: WireCycle, hops: Int) -> BridgeError {
    let locations = cycle.wires.map { "\($0.location)" }.joined(separator: ", ")
    return BridgeError(
      .cycle,
      """
      wires form a cycle, which was cut after \(hops) hops: \(cycle) (\(locations)). Cancel one \
      of them, or add a filter with 'where:'.
      """,
      at: cycle.last.location)
  }
}
