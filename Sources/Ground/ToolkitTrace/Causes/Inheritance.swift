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
