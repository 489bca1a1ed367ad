/// The availability of an event in this process.
public enum EventAvailability: Sendable, Hashable, CustomStringConvertible {
  /// The event is delivered; `by` says through what.
  case available(by: String)

  /// The event never comes; `reason` says why.
  case unavailable(reason: String)

  /// A Boolean value that indicates whether the event can come at all.
  public var isAvailable: Bool {
    if case .available = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .available(let means): "available by \(means)"
    case .unavailable(let reason): "unavailable: \(reason)"
    }
  }
}
