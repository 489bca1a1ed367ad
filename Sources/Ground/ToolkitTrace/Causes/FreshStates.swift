/// The fresh states around code in a test: what it has in place of what the process has.
///
/// Each library has a state of its own kind, and asks for the innermost one. All of them
/// go together where code goes: what carries one over a queue carries all.
///
/// - Concurrency: Never changes. Child tasks and `Task { … }` inherit it; for what does
///   not, see ``Inheritance``.
package final class FreshStates: Sendable {
  /// The fresh states around the calling code; `nil` outside of tests.
  @inlinable package static var current: FreshStates? {
    ContextSwitch.hasFreshStates ? currentInUse : nil
  }

  @TaskLocal private static var taskLocal: FreshStates?

  /// The fresh states around the calling code, in a process that has had any: reading a
  /// task-local value costs as much as a small call.
  @usableFromInline static var currentInUse: FreshStates? { taskLocal }

  private let kind: ObjectIdentifier
  private let state: any AnyObject & Sendable
  private let outer: FreshStates?

  /// Puts a state in front of others.
  package init<State: AnyObject & Sendable>(_ state: State, inside outer: FreshStates?) {
    kind = ObjectIdentifier(State.self)
    self.state = state
    self.outer = outer
  }

  /// The innermost state of a kind around the code that asks.
  ///
  /// Costs a read of one byte in a process that never made a fresh state, as only tests
  /// do.
  @inlinable
  package static func state<State: AnyObject & Sendable>(of kind: State.Type) -> State? {
    ContextSwitch.hasFreshStates ? currentInUse?.state(of: kind) : nil
  }

  /// The innermost state of a kind.
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

  /// Gives a body a fresh state.
  package static func with<State: AnyObject & Sendable, Success, Failure: Error>(
    _ state: State, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    ContextSwitch.noteFreshState()
    return try $taskLocal.withValue(FreshStates(state, inside: taskLocal)) {
      Result(catching: body)
    }.get()
  }

  /// Gives an asynchronous body a fresh state.
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

  /// Runs something that belongs to these states, or to none, whatever is around the
  /// calling code.
  @inlinable
  package static func follow<Result>(
    _ states: FreshStates?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard ContextSwitch.hasFreshStates else { return try body() }
    return try followInUse(states, body)
  }

  /// Runs something that may suspend and belongs to these states, or to none.
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

/// The context that a child task inherits from the code that starts it, for work that goes
/// another way: over a queue, a thread or a detached task.
///
/// That is why it runs, the hops that led to it, and the fresh states around it.
package struct Inheritance: Sendable {
  private let cause: TraceSpanID?
  private let trail: HopTrail
  private let states: FreshStates?

  private init(cause: TraceSpanID?, trail: HopTrail, states: FreshStates?) {
    self.cause = cause
    self.trail = trail
    self.states = states
  }

  /// The context of the calling code; `nil` if there is nothing to inherit.
  package static var current: Inheritance? {
    let (cause, trail, states) = (Trace.currentCause, HopTrail.current, FreshStates.current)
    guard cause != nil || !trail.isEmpty || states != nil else { return nil }
    return Inheritance(cause: cause, trail: trail, states: states)
  }

  /// Runs something as the code did whose this is.
  package func lead(to body: () -> Void) {
    Trace.withCause(cause) { HopTrail.follow(trail) { FreshStates.follow(states, body) } }
  }

  /// A closure that takes what the calling code has along, for a queue or a thread to run.
  ///
  /// The closure itself if there is nothing.
  package static func carrying(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let current else { return body }
    return { current.lead(to: body) }
  }
}
