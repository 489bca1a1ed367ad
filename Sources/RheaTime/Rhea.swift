import ToolkitTrace

/// A namespace for events and their callbacks, which modules declare with `#rhea` or add with
/// `Rhea.on`.
public enum Rhea {
  /// Triggers an event, whose callbacks run in the order of their priority.
  ///
  /// If this is called on the main actor, callbacks of the main actor have returned when it
  /// returns. From other threads, they are enqueued on the main actor, and the caller does not
  /// wait. Callbacks with `async: true` start off the main actor.
  ///
  /// An event without callbacks is not an error. Built-in moments cannot be triggered: the call has
  /// no effect and reports an error to ``errorHandler``.
  ///
  /// - Concurrency: May be called from any thread, including from a callback.
  /// - Parameters:
  ///   - event: The event to trigger.
  ///   - param: The value that callbacks get as ``RheaContext/param``.
  ///   - sticky: Whether callbacks that are added later also run, immediately. See
  ///     ``removeSticky(_:)``.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The occurrence, to wait for: `await trigger.finished()`.
  @discardableResult
  public static func trigger(
    event: RheaEvent, param: consuming (any Sendable)? = nil, sticky: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) -> RheaTrigger {
    let context = RheaContext(event: event, param: param)
    let caller = CodeLocation(fileID: fileID, line: line)
    if let center = RheaCenter.scoped {
      return center.trigger(context, isSticky: sticky, caller: caller)
    }
    return RheaCenter.process.trigger(context, isSticky: sticky, caller: caller)
  }

  /// Triggers an event with the value that its callbacks take.
  ///
  /// - Parameters:
  ///   - event: The event to trigger.
  ///   - param: The value that the callbacks receive.
  ///   - sticky: Whether callbacks that are added later also run, immediately.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The occurrence, to wait for: `await trigger.finished()`.
  @_disfavoredOverload  // See the typed overloads of `on`.
  @discardableResult
  public static func trigger<Payload>(
    event: TypedRheaEvent<Payload>, param: Payload, sticky: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) -> RheaTrigger {
    trigger(event: event.event, param: param, sticky: sticky, fileID: fileID, line: line)
  }

  /// Rejects a typed event without its value at compile time.
  @available(*, unavailable, message: "pass the value that its callbacks take: 'param:'")
  @_disfavoredOverload
  @discardableResult
  public static func trigger<Payload>(event: TypedRheaEvent<Payload>) -> RheaTrigger {
    // Unreachable, because the compiler rejects every call.
    fatalError("unavailable")
  }

  /// Triggers an event and waits until all its callbacks have returned.
  ///
  /// It has a different name, because an asynchronous overload of `trigger` would make every plain
  /// `Rhea.trigger(event:)` in asynchronous code an error.
  public static func run(
    event: RheaEvent, param: (any Sendable)? = nil, sticky: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) async {
    await trigger(event: event, param: param, sticky: sticky, fileID: fileID, line: line).finished()
  }

  /// Triggers an event with the value that its callbacks take, and waits until they have returned.
  @_disfavoredOverload  // See the typed overloads of `on`.
  public static func run<Payload>(
    event: TypedRheaEvent<Payload>, param: Payload, sticky: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) async {
    await trigger(event: event, param: param, sticky: sticky, fileID: fileID, line: line).finished()
  }

  /// Removes the sticky occurrence of an event, with its value.
  ///
  /// Callbacks that are added later wait for the next occurrence.
  public static func removeSticky(_ event: RheaEvent) {
    RheaCenter.current.unstick(event)
  }
}

// MARK: - Looking

extension Rhea {
  /// Returns whether an event has happened.
  ///
  /// For events without callbacks, at least the latest thousand are remembered.
  public static func hasFired(_ event: RheaEvent) -> Bool {
    RheaCenter.current.hasFired(event)
  }

  /// Returns the callbacks for an event, in the order in which they run.
  ///
  /// The list includes declared callbacks that have run and will not run again. Callbacks that were
  /// added at run time are listed while they wait. Records that a filter of the registry excludes
  /// are not listed.
  ///
  /// - Complexity: O(*n* log *n*) in the number of callbacks.
  public static func callbacks(for event: RheaEvent) -> [RheaCallback] {
    RheaCenter.current.callbacks(for: event)
  }

  /// Returns the type of an event's value that a callback takes, or `nil` if none has a type.
  package static func payload(of event: RheaEvent) -> (any Sendable.Type)? {
    RheaCenter.current.payload(of: event)
  }

  /// The events that have happened or have callbacks, in alphabetical order.
  public static var events: [RheaEvent] { RheaCenter.current.events }

  /// The callbacks that modules declare, in the order of their records, without their state.
  ///
  /// - Complexity: O(*n*) in the declarations, whose expressions are evaluated the first time.
  package static var declaredCallbacks: [RheaCallback] {
    DeclaredCallbacks.all.map { $0.description(state: .waiting) }
  }
}

extension Rhea {
  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (RheaError) -> Void

  /// The function that receives errors of events and callbacks.
  ///
  /// The default writes one line to standard error. A fresh state of `withFreshState` starts with
  /// the current handler, and its changes apply only there.
  ///
  /// - Concurrency: Called on the thread where the problem occurred, without holding a lock.
  public static var errorHandler: ErrorHandler {
    get { RheaCenter.current.errorHandler }
    set { RheaCenter.current.errorHandler = newValue }
  }

  static let writeToStandardError: ErrorHandler = { error in
    StandardError.report(error, source: "RheaTime")
  }
}
