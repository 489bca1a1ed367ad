extension Core {
  /// Makes a core to which a value passes when none has come after it for some
  /// time, on an actor.
  func debounced(
    after slot: Slot, origin: CodeLocation?, for interval: Duration,
    clock: some Clock<Duration>, isolation: ObserverIsolation
  ) -> Core {
    checkNotNegative(interval, in: "debounce(for:)")
    let target = WeakCore<Value>()
    let debounce = Debounce<Value, _>(interval: interval, clock: clock) { change in
      target.deliver(change, on: isolation)
    }
    return derived(
      after: slot, origin: origin, first: { $0.new }, prepare: { target.core = $0 },
      push: { _, change, _ in debounce.pass(change) })
  }

  /// Makes a core to which one change passes in a time at most, and the latest of
  /// the others, or the first, when the time is over, on an actor.
  func throttled(
    after slot: Slot, origin: CodeLocation?, for interval: Duration,
    clock: some Clock<Duration>, keepsFirst: Bool, isolation: ObserverIsolation
  ) -> Core {
    checkNotNegative(interval, in: "throttle(for:)")
    let target = WeakCore<Value>()
    let throttle = Throttle<Value, _>(
      interval: interval, clock: clock, keepsFirst: keepsFirst, isAlive: { target.core != nil },
      late: { change in target.deliver(change, on: isolation) },
      body: { change in
        target.core?.stage(change.new, origin: change.origin, on: .current)
      })
    return derived(
      after: slot, origin: origin, first: { $0.new }, prepare: { target.core = $0 },
      push: { _, change, _ in throttle.pass(change) })
  }

  /// Makes a core to which one change passes in a time at most, and no other.
  func thinned<TimeSource: Clock>(
    after slot: Slot, origin: CodeLocation?, for interval: Duration, clock: TimeSource
  ) -> Core where TimeSource.Duration == Duration {
    checkNotNegative(interval, in: "throttle(for:)")
    let opening = OperatorState<TimeSource.Instant?>(nil)
    return derived(after: slot, origin: origin, first: { $0.new }) { child, change, thread in
      let now = clock.now
      if let time = opening.state, now < time { return }
      opening.state = now.advanced(by: interval)
      Core.typed(child).stage(change.new, origin: change.origin, on: thread)
    }
  }
}

/// Finds a core that something makes changes for, without keeping it.
private final class WeakCore<Value>: @unchecked Sendable {
  // Why this is Sendable: `core` is set before the operator is fed, and never
  // afterwards; reading a weak reference is safe anywhere.

  weak var core: Core<Value>?

  /// Gives the core a value, as a change of its own.
  func deliver(_ change: Changes<Value>, on isolation: ObserverIsolation) {
    let pending = PendingDelivery(change) { [weak core] in
      core?.arrive(with: $0.new, origin: $0.origin)
    }
    isolation.enqueue { pending.deliver() }
  }
}

/// Says what is wrong with a time that must not be negative.
private func checkNotNegative(_ interval: Duration, in call: StaticString) {
  precondition(
    interval >= .zero,
    "\(call) cannot wait for a negative time, \(interval): give it zero or more.")
}
