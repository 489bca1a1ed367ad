import Synchronization

extension Core {
  /// Makes a core that gets a value, on an actor, once no other value has followed it for an
  /// interval.
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
      after: slot, origin: origin, first: { $0.new }, prepare: target.refer,
      push: { _, old, new, origin, _ in
        debounce.pass(Changes(old: old, new: new, origin: origin))
      })
  }

  /// Makes a core that gets at most one change per interval.
  ///
  /// Of the changes within an interval, the latest or the first is passed at its end, on an actor.
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
      after: slot, origin: origin, first: { $0.new }, prepare: target.refer,
      push: { _, old, new, origin, _ in
        throttle.pass(Changes(old: old, new: new, origin: origin))
      })
  }

  /// Makes a core that gets at most one change per interval, and ignores the other changes.
  func thinned<TimeSource: Clock>(
    after slot: Slot, origin: CodeLocation?, for interval: Duration, clock: TimeSource
  ) -> Core where TimeSource.Duration == Duration {
    checkNotNegative(interval, in: "throttle(for:)")
    let opening = OperatorState<TimeSource.Instant?>(nil)
    return derived(after: slot, origin: origin, first: { $0.new }) {
      child, _, new, origin, thread in
      let now = clock.now
      if let time = opening.state, now < time { return }
      opening.state = now.advanced(by: interval)
      child.core(of: Value.self).stage(new, origin: origin, on: thread)
    }
  }
}

/// The core to which an operator passes changes, without keeping it alive.
private final class WeakCore<Value>: Sendable {
  private let reference = Mutex<NodeReference?>(nil)

  var core: Core<Value>? { reference.withLock { $0 }?.node?.core(of: Value.self) }

  /// Sets the core, before the operator gets changes.
  func refer(to core: Core<Value>) {
    let new = NodeReference(to: core)
    reference.withLock { $0 = new }
  }

  /// Sets the core to the change's new value, as a separate change.
  func deliver(_ change: Changes<Value>, on isolation: ObserverIsolation) {
    let pending = PendingDelivery(change) { [self] in
      core?.arrive(with: $0.new, origin: $0.origin)
    }
    isolation.enqueue { pending.deliver() }
  }
}

/// Stops the program if a duration is negative.
private func checkNotNegative(_ interval: Duration, in call: StaticString) {
  precondition(
    interval >= .zero,
    "\(call) cannot wait for a negative time, \(interval): pass zero or more.")
}
