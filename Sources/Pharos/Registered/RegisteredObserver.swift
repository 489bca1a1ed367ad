/// An observer that a module declares with `#observer`.
public struct RegisteredObserver: Sendable, Hashable, CustomStringConvertible {
  /// The state of an observer.
  ///
  /// New states may be added.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The name of the state.
    public let name: String

    /// The relay of the observer's key has not been made.
    public static let waiting = State(name: "waiting")

    /// The observer is notified of the changes of its key's relay.
    public static let observing = State(name: "observing")

    /// The values of the key's relay have another type; see ``SharedRelays/problems``.
    public static let rejected = State(name: "rejected")

    public var description: String { name }
  }

  /// The current name of the key.
  public let key: String

  /// The name of its function, or the file and line of its closure.
  public let name: String

  /// The source location of the declaration.
  public let location: CodeLocation

  /// The rank among the observers of the same key: a higher one is called earlier.
  public let priority: Int

  /// A Boolean value that indicates whether the observer is only called when the value changes to a
  /// different one.
  public let isUnique: Bool

  /// A Boolean value that indicates whether the observer is called with the current value when it
  /// is added.
  public let isReplayingCurrent: Bool

  /// The state of the observer.
  public let state: State

  init(_ observer: DeclaredObserver, of key: String, state: State) {
    self.key = key
    name = observer.name
    location = observer.location
    priority = observer.priority
    isUnique = observer.isUnique
    isReplayingCurrent = observer.isReplayingCurrent
    self.state = state
  }

  public var description: String { "\(location): observer of '\(key)', \(state)" }
}
