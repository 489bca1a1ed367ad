// The operators of both fronts. The initial value of each operator is the source's value, and
// afterwards the value that passed last.
extension Core {
  /// Makes a core that gets only the values that satisfy a condition.
  @inlinable
  func filtered(
    after slot: Slot, origin: CodeLocation?, _ isIncluded: @escaping (Value) -> Bool
  ) -> Core {
    derived(after: slot, origin: origin, first: { $0.new }) { child, _, new, origin, thread in
      if isIncluded(new) { child.core(of: Value.self).stage(new, origin: origin, on: thread) }
    }
  }

  /// Makes a core that gets only the changes that do not satisfy a condition.
  func filtered(
    after slot: Slot, origin: CodeLocation?,
    unless isIgnored: @escaping (Changes<Value>) -> Bool
  ) -> Core {
    derived(after: slot, origin: origin, first: { $0.new }) { child, old, new, origin, thread in
      guard !isIgnored(Changes(old: old, new: new, origin: origin)) else { return }
      child.core(of: Value.self).stage(new, origin: origin, on: thread)
    }
  }

  /// Makes a core that gets only the values that differ from the value that passed last.
  @inlinable
  func distinct(
    after slot: Slot, origin: CodeLocation?, _ areSame: @escaping (Value, Value) -> Bool
  ) -> Core {
    derived(after: slot, origin: origin, first: { $0.new }) { child, _, new, origin, thread in
      let child = child.core(of: Value.self)
      if !areSame(child.value, new) { child.stage(new, origin: origin, on: thread) }
    }
  }

  /// Makes a core that gets only the values whose keys differ from the key of the value that passed
  /// last.
  ///
  /// The key of each value is computed once.
  @inlinable
  func distinct<Key: Equatable>(
    after slot: Slot, origin: CodeLocation?, by key: @escaping (Value) -> Key
  ) -> Core {
    let latest = OperatorState<Key?>(nil)
    return derived(
      after: slot, origin: origin,
      first: { change in
        latest.state = key(change.new)
        return change.new
      },
      push: { child, _, new, origin, thread in
        let newKey = key(new)
        guard latest.state != newKey else { return }
        latest.state = newKey
        child.core(of: Value.self).stage(new, origin: origin, on: thread)
      })
  }

  /// Makes a core whose value is the latest non-`nil` result of a function of this core's value.
  @inlinable
  func compactMapped<Mapped>(
    after slot: Slot, origin: CodeLocation?, _ transform: @escaping (Value) -> Mapped?
  ) -> Core<Mapped?> {
    derived(after: slot, origin: origin, first: { transform($0.new) }) {
      child, _, new, origin, thread in
      if let value = transform(new) {
        child.core(of: (Mapped?).self).stage(value, origin: origin, on: thread)
      }
    }
  }

  /// Makes a core whose next value is computed from its previous value and each new value of this
  /// core.
  @inlinable
  func scanned<Result>(
    after slot: Slot, origin: CodeLocation?, from initial: Result,
    _ next: @escaping (Result, Value) -> Result
  ) -> Core<Result> {
    derived(after: slot, origin: origin, first: { _ in initial }) { child, _, new, origin, thread in
      let child = child.core(of: Result.self)
      child.stage(next(child.value, new), origin: origin, on: thread)
    }
  }

  /// Makes a core that gets all changes after the first `count`.
  @inlinable
  func skipping(_ count: Int, after slot: Slot, origin: CodeLocation?) -> Core {
    let left = OperatorState(count)
    return derived(after: slot, origin: origin, first: { $0.new }) {
      child, _, new, origin, thread in
      guard left.state == 0 else {
        left.state -= 1
        return
      }
      child.core(of: Value.self).stage(new, origin: origin, on: thread)
    }
  }

  /// Makes a core that gets the first change whose value satisfies a condition, and is discarded
  /// after that.
  func first(
    after slot: Slot, origin: CodeLocation?, where isWanted: @escaping (Value) -> Bool
  ) -> Core {
    let isFound = OperatorState(false)
    return derived(after: slot, origin: origin, first: { $0.new }) {
      child, _, new, origin, thread in
      let child = child.core(of: Value.self)
      guard !isFound.state, isWanted(new) else { return }
      isFound.state = true
      child.stage(new, origin: origin, on: thread)
      child.discardSoon(child.mainSlot())
    }
  }

  /// Discards a relay after a change that satisfies a condition.
  func retain(_ slot: Slot, until isDone: @escaping (Changes<Value>) -> Bool) {
    let added = addSlot(after: slot)
    let isEnding = OperatorState(false)
    let end = Observer<Value> { [weak self] change in
      guard !isEnding.state, isDone(change) else { return }
      isEnding.state = true
      self?.discardSoon(slot)
    }
    _ = put(end, into: added)
  }
}

/// Stops the program if a number is negative.
@usableFromInline
func checkNotNegative(_ number: Int, in call: StaticString) {
  precondition(number >= 0, "\(call) got \(number): pass 0 or more.")
}

/// The state of an operator between changes.
///
/// - Concurrency: Only used while a change passes from one core to another, or while an observer is
///   notified of it. In the first case, only the owner of their domain uses it. In the second case,
///   only one thread at a time notifies the observers of a core. The initial state is set before any
///   change can arrive.
@usableFromInline
final class OperatorState<State> {
  @usableFromInline var state: State

  @usableFromInline
  init(_ state: State) {
    self.state = state
  }
}
