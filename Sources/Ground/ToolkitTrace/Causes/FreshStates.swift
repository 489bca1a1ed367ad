/// The fresh states of code in a test, which replace the state of the process.
///
/// Each library has a state of its own type, and uses the innermost one. All states are passed on
/// together: if code passes one to a queue, it passes all of them.
///
/// - Concurrency: Never changes. Child tasks and `Task { … }` inherit the states. For code that
///   does not, see ``Inheritance``.
package final class FreshStates: Sendable {
  /// The fresh states of the calling code, or `nil` outside of tests.
  @inlinable package static var current: FreshStates? {
    ContextSwitch.hasFreshStates ? currentInUse : nil
  }

  @TaskLocal private static var taskLocal: FreshStates?

  /// The fresh states of the calling code, in a process that has used any.
  ///
  /// They are read only there, because reading a task-local value costs as much as a small call.
  @usableFromInline static var currentInUse: FreshStates? { taskLocal }

  private let kind: ObjectIdentifier
  private let state: any AnyObject & Sendable
  private let outer: FreshStates?

  /// Adds a state inside of others.
  package init<State: AnyObject & Sendable>(_ state: State, inside outer: FreshStates?) {
    kind = ObjectIdentifier(State.self)
    self.state = state
    self.outer = outer
  }

  /// Returns the innermost state with this type for the calling code.
  ///
  /// In a process that has never used a fresh state, which only tests do, it costs a read of one
  /// byte.
  @inlinable
  package static func state<State: AnyObject & Sendable>(of kind: State.Type) -> State? {
    ContextSwitch.hasFreshStates ? currentInUse?.state(of: kind) : nil
  }

  /// Returns the innermost state with this type.
  @usableFromInline
  func state<State: AnyObject & Sendable>(of kind: State.Type) -> State? {
    let kind = ObjectIdentifier(kind)
    var next: FreshStates? = self
    while let one = next {
      if one.kind == kind { return one.state as? State }
      next = one.outer
    }
    return nil
  }

  // MARK: - Bodies

  /// Runs a body with a fresh state.
  package static func with<State: AnyObject & Sendable, Success, Failure: Error>(
    _ state: State, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    ContextSwitch.noteFreshState()
    return try $taskLocal.withValue(FreshStates(state, inside: taskLocal)) {
      Result(catching: body)
    }.get()
  }

  /// Runs an asynchronous body with a fresh state.
  package nonisolated(nonsending) static func with<
    State: AnyObject & Sendable, Success, Failure: Error
  >(
    _ state: State, _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    ContextSwitch.noteFreshState()
    return try await $taskLocal.withValue(FreshStates(state, inside: taskLocal)) {
      do throws(Failure) {
        return Result<Success, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Runs a body with these states, or with none, regardless of the states of the calling code.
  @inlinable
  package static func follow<Result>(
    _ states: FreshStates?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard ContextSwitch.hasFreshStates else { return try body() }
    return try followInUse(states, body)
  }

  /// Runs an asynchronous body with these states, or with none.
  package nonisolated(nonsending) static func follow<Result>(
    _ states: FreshStates?, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard ContextSwitch.hasFreshStates, states !== taskLocal else { return try await body() }
    return try await $taskLocal.withValue(states, operation: body)
  }

  @usableFromInline
  static func followInUse<Result>(
    _ states: FreshStates?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard states !== taskLocal else { return try body() }
    return try $taskLocal.withValue(states, operation: body)
  }
}

/// The context that a child task inherits from the code that starts it.
///
/// Use it for work that does not inherit its context, on a queue, a thread or a detached task.
///
/// The context consists of the cause, the hops that led to the code, and the fresh states.
package struct Inheritance: Sendable {
  private let cause: TraceSpanID?
  private let trail: HopTrail
  private let states: FreshStates?

  private init(cause: TraceSpanID?, trail: HopTrail, states: FreshStates?) {
    self.cause = cause
    self.trail = trail
    self.states = states
  }

  /// The context of the calling code, or `nil` if it is empty.
  package static var current: Inheritance? {
    let (cause, trail, states) = (Trace.currentCause, HopTrail.current, FreshStates.current)
    guard cause != nil || !trail.isEmpty || states != nil else { return nil }
    return Inheritance(cause: cause, trail: trail, states: states)
  }

  /// Runs a body in this context.
  package func lead(to body: () -> Void) {
    Trace.withCause(cause) { HopTrail.follow(trail) { FreshStates.follow(states, body) } }
  }

  /// Returns a closure with the context of the calling code, for a queue or a thread.
  ///
  /// If the context is empty, it returns the closure itself.
  package static func carrying(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let current else { return body }
    return { current.lead(to: body) }
  }
}
