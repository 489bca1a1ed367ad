import ToolkitTrace

/// Announces events to the callbacks that modules declare with `#rhea` or add
/// with `Rhea.on`.
public enum Rhea {
  /// Announces an event: its callbacks run, those with a higher priority first.
  ///
  /// Callbacks of the main actor have returned when this does, if it is called
  /// there; otherwise they are queued there, and the caller does not wait. Those
  /// declared with `async: true` are started off the main actor.
  ///
  /// An event without callbacks is no mistake. The built-in moments come by
  /// themselves: triggering one does nothing and is reported to
  /// ``errorHandler``.
  ///
  /// - Concurrency: May be called from any thread, also by a callback.
  /// - Parameters:
  ///   - event: What happens.
  ///   - param: What callbacks find in ``RheaContext/param``.
  ///   - sticky: Whether later callbacks run as well, at once; see
  ///     ``removeSticky(_:)``.
  ///   - fileID: Where it happens; leave it out.
  ///   - line: Where it happens; leave it out.
  /// - Returns: The occurrence, to wait for: `await trigger.finished`.
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

  /// Announces an event with the value that its callbacks take.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - param: What callbacks receive.
  ///   - sticky: Whether later callbacks run as well, at once.
  ///   - fileID: Where it happens; leave it out.
  ///   - line: Where it happens; leave it out.
  /// - Returns: The occurrence, to wait for: `await trigger.finished`.
  @_disfavoredOverload  // See the typed overloads of `on`.
  @discardableResult
  public static func trigger<Payload>(
    event: TypedRheaEvent<Payload>, param: Payload, sticky: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) -> RheaTrigger {
    trigger(event: event.event, param: param, sticky: sticky, fileID: fileID, line: line)
  }

  /// Says what is missing where the value of a typed event is forgotten.
  @available(*, unavailable, message: "give the value that its callbacks take: 'param:'")
  @_disfavoredOverload
  @discardableResult
  public static func trigger<Payload>(event: TypedRheaEvent<Payload>) -> RheaTrigger {
    // Never: the compiler rejects every call.
    fatalError("unavailable")
  }

  /// Announces an event and waits until all its callbacks have returned.
  ///
  /// It has a name of its own because an asynchronous `trigger` would make every
  /// plain `Rhea.trigger(event:)` in asynchronous code an error.
  public static func run(
    event: RheaEvent, param: (any Sendable)? = nil, sticky: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) async {
    await trigger(event: event, param: param, sticky: sticky, fileID: fileID, line: line).finished
  }

  /// Announces an event with the value that its callbacks take, and waits until
  /// they have returned.
  @_disfavoredOverload  // See the typed overloads of `on`.
  public static func run<Payload>(
    event: TypedRheaEvent<Payload>, param: Payload, sticky: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) async {
    await trigger(event: event, param: param, sticky: sticky, fileID: fileID, line: line).finished
  }

  /// Forgets the sticky occurrence of an event, and the value it came with.
  ///
  /// Callbacks that come from now on wait for the next one.
  public static func removeSticky(_ event: RheaEvent) {
    RheaCenter.current.unstick(event)
  }
}

// MARK: - Looking

extension Rhea {
  /// Returns whether an event has happened.
  ///
  /// Of events that no callback waits for, at least the latest thousand are remembered.
  public static func hasFired(_ event: RheaEvent) -> Bool {
    RheaCenter.current.hasFired(event)
  }

  /// The callbacks for an event, in the order in which they run.
  ///
  /// Among them are declared ones that have run and will not run again. Those
  /// that were added at run time are listed while they wait; records that a
  /// filter of the registry leaves out are not listed.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is their number.
  public static func callbacks(for event: RheaEvent) -> [RheaCallback] {
    RheaCenter.current.callbacks(for: event)
  }

  /// The events that have happened or have callbacks, in alphabetical order.
  public static var events: [RheaEvent] { RheaCenter.current.events }

  /// The callbacks that modules declare, in the order of their records; their state is left out.
  ///
  /// - Complexity: O(*n*) in the declarations, whose expressions are evaluated
  ///   the first time.
  package static var declaredCallbacks: [RheaCallback] {
    DeclaredCallbacks.all.map { $0.description(state: .waiting) }
  }
}

extension Rhea {
  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (RheaError) -> Void

  /// The function that is called for errors of events and callbacks.
  ///
  /// The default writes one line to standard error. A fresh state of
  /// `withFreshState` begins with the handler that it finds, and
  /// what it sets ends with it.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock
  ///   held.
  public static var errorHandler: ErrorHandler {
    get { RheaCenter.current.errorHandler }
    set { RheaCenter.current.errorHandler = newValue }
  }

  static let writeToStandardError: ErrorHandler = { error in
    StandardError.report(error, source: "RheaTime")
  }
}
