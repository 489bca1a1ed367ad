/// A callback as ``Rhea/callbacks(for:)`` lists it.
public struct RheaCallback: Sendable, Hashable {
  /// The state of a callback; the list may grow.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The name of the state.
    public let name: String

    /// The next occurrence of the event runs it.
    public static let waiting = State(name: "waiting")

    /// It was to run once, and an occurrence of the event has taken it.
    public static let finished = State(name: "finished")

    /// It came, in a library opened later, after the only occurrence of its
    /// event.
    public static let missed = State(name: "missed")

    public var description: String { name }
  }

  /// The event that it waits for.
  public let event: RheaEvent

  /// The name of its function, or for a closure the file and line.
  public let name: String

  /// The source location of the declaration, or of the call that added it.
  public let location: CodeLocation

  /// A higher one runs earlier.
  public let priority: RheaPriority

  /// A Boolean value that indicates whether it runs at every occurrence.
  public let isRepeatable: Bool

  /// A Boolean value that indicates whether it runs off the main actor.
  public let isAsync: Bool

  /// A Boolean value that indicates whether a module declares it in its binary, rather
  /// than adding it at run time.
  public let isDeclared: Bool

  /// The state of the callback.
  public let state: State

  /// The number of occurrences that have not run it since its one run.
  public let skips: Int
}

extension RheaCallback: CustomStringConvertible {
  /// The event, the name and the source location:
  /// `userDidLogin: greet (Account/Greeting.swift:12)`.
  public var description: String { "\(event): \(name) (\(location))" }
}
