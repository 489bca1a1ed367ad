/// A description of a callback, as ``Rhea/callbacks(for:)`` returns it.
public struct RheaCallback: Sendable, Hashable {
  /// The state of a callback.
  ///
  /// Later versions may add states.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The name of the state.
    public let name: String

    /// The next occurrence of the event runs the callback.
    public static let waiting = State(name: "waiting")

    /// The callback runs once, and an occurrence of the event has claimed it.
    public static let finished = State(name: "finished")

    /// The callback is in a library that was opened after the only occurrence of its event.
    public static let missed = State(name: "missed")

    public var description: String { name }
  }

  /// The event that it waits for.
  public let event: RheaEvent

  /// The name of the function.
  ///
  /// For a closure, its file and line.
  public let name: String

  /// The source location of the declaration, or of the call that added it.
  public let location: CodeLocation

  /// The priority.
  ///
  /// Callbacks with a higher priority run earlier.
  public let priority: RheaPriority

  /// A Boolean value that indicates whether the callback runs at every occurrence.
  public let isRepeatable: Bool

  /// A Boolean value that indicates whether the callback runs off the main actor.
  public let isAsync: Bool

  /// A Boolean value that indicates whether the callback is declared in a binary, not added at run
  /// time.
  public let isDeclared: Bool

  /// The state of the callback.
  public let state: State

  /// The number of occurrences since its only run.
  public let skips: Int
}

extension RheaCallback: CustomStringConvertible {
  /// The event, the name and the source location:
  /// `userDidLogin: greet (Account/Greeting.swift:12)`.
  public var description: String { "\(event): \(name) (\(location))" }
}
