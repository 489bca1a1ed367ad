public import RecordFormat

/// An error of an event or a callback.
///
/// It is never thrown, because the code that triggers an event is not responsible for its
/// callbacks. ``Rhea/errorHandler`` gets each error.
public struct RheaError: ModularityError {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// A callback threw an error.
    public static let callbackFailed = Code(name: "callbackFailed")

    /// A built-in moment was triggered.
    public static let builtInEvent = Code(name: "builtInEvent")

    /// A typed callback got a value of another type, or no value.
    public static let wrongPayload = Code(name: "wrongPayload")

    /// Callbacks and events trigger each other, probably in a cycle.
    public static let nestedTooDeep = Code(name: "nestedTooDeep")

    /// A library that was opened later declares a callback for a moment that has passed.
    public static let missedEvent = Code(name: "missedEvent")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The event that the error concerns.
  public let event: RheaEvent

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// The source location of the callback or of the rejected call.
  public let location: CodeLocation?

  /// The error that the callback threw, if any.
  public let underlyingError: (any Error)?

  init(
    _ code: Code, event: RheaEvent, message: String, at location: CodeLocation,
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.event = event
    self.message = message
    self.location = location
    self.underlyingError = underlyingError
  }

  /// Compares all properties except the underlying errors.
  public static func == (left: RheaError, right: RheaError) -> Bool {
    left.event == right.event && left.code == right.code && left.message == right.message
      && left.location == right.location
  }
}

extension RheaError {
  /// Returns the error for a callback that threw an error.
  static func failed(_ callback: Callback, with error: any Error) -> Self {
    RheaError(
      .callbackFailed, event: callback.event,
      message: "the callback '\(callback.name)' for '\(callback.event)' failed: \(error)",
      at: callback.location, underlyingError: error)
  }

  /// Returns the error for a typed callback and a value of another type.
  static func wrongPayload(
    _ wrong: WrongPayload, for callback: Callback
  ) -> Self {
    let given = wrong.param.map { "a value of type '\(type(of: $0))'" } ?? "no value"
    return RheaError(
      .wrongPayload, event: callback.event,
      message: """
        the callback '\(callback.name)' for '\(callback.event)' was not called: it takes a value \
        of type '\(wrong.expected)', but the event carried \(given). Trigger the event by its \
        TypedRheaEvent constant.
        """,
      at: callback.location)
  }

  /// Returns the error for triggering a built-in moment.
  static func builtIn(_ event: RheaEvent, at caller: CodeLocation) -> Self {
    let wayOut =
      event == .appDidFinishLaunching
      ? "A program without a main loop triggers it with 'ProcessLifecycle.launch()'."
      : "Trigger an event of your own. In a test, use 'Rhea.simulate(_:)' in a fresh state."
    return RheaError(
      .builtInEvent, event: event,
      message: "'\(event)' was not triggered: the process triggers it itself. \(wayOut)",
      at: caller)
  }

  /// Returns the error for callbacks and events that trigger each other in a cycle.
  static func nestedTooDeep(_ event: RheaEvent, depth: Int, at caller: CodeLocation) -> Self {
    RheaError(
      .nestedTooDeep, event: event,
      message: """
        '\(event)' was not triggered: \(depth) nested events are being handled, each triggered by \
        a callback of the previous one, so this is most likely a cycle. Break it, or trigger the \
        event from a detached task, where the count starts at zero.
        """,
      at: caller)
  }

  /// Returns the error for a callback whose library was opened after its moment.
  static func missed(_ callback: Callback) -> Self {
    RheaError(
      .missedEvent, event: callback.event,
      message: missedMessage(callback.name, callback.event), at: callback.location)
  }

  /// Returns the message for a callback whose library was opened after its event.
  static func missedMessage(_ name: String, _ event: RheaEvent) -> String {
    """
    the callback '\(name)' for '\(event)' never runs: its library was opened after the event. \
    Use '#premain', which runs when the library is opened, or 'Rhea.on(.\(event))', which runs \
    immediately if the event has occurred.
    """
  }
}
