/// An observer that a module declares with `#observer`.
public struct RegisteredObserver: Sendable, Hashable, CustomStringConvertible {
  /// The state of an observer; the list may grow.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The name of the state.
    public let name: String

    /// The relay of its key has not been made yet.
    public static let waiting = State(name: "waiting")

    /// It is notified of the changes of its key's relay.
    public static let observing = State(name: "observing")

    /// The relay of its key has values of another type; see
    /// ``SharedRelays/problems``.
    public static let rejected = State(name: "rejected")

    public var description: String { name }
  }

  /// The name of the key.
  public let key: String

  /// The name of its function, or else its file and line.
  public let name: String

  /// The source location of the declaration.
  public let location: CodeLocation

  /// The rank among the observers of the same key: a higher one is called earlier.
  public let priority: Int

  /// A Boolean value that indicates whether it is only called with values that differ from
  /// the one before.
  public let isUnique: Bool

  /// A Boolean value that indicates whether it is called with the current value, when
  /// it begins to observe.
  public let isReplayingCurrent: Bool

  /// The state of the observer.
  public let state: State

  init(_ observer: DeclaredObserver, state: State) {
    key = observer.key.name
    name = observer.name
    location = observer.location
    priority = observer.priority
    isUnique = observer.isUnique
    isReplayingCurrent = observer.isReplayingCurrent
    self.state = state
  }

  public var description: String { "\(location): observer of '\(key)', \(state)" }
}
