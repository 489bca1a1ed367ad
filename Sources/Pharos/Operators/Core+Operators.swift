// What both fronts have in common. The value of each is the source's at first, and
// afterwards that which passed last.
extension Core {
  /// Makes a core to which only those values pass for which a condition holds.
  @inlinable
  func filtered(
    after slot: Slot, origin: CodeLocation?, _ isIncluded: @escaping (Value) -> Bool
  ) -> Core {
    derived(after: slot, origin: origin, first: { $0.new }) { child, change, thread in
      guard isIncluded(change.new) else { return }
      Core.typed(child).stage(change.new, origin: change.origin, on: thread)
    }
  }

  /// Makes a core to which only those changes pass for which a condition does not
  /// hold.
  func filtered(
    after slot: Slot, origin: CodeLocation?,
    unless isIgnored: @escaping (Changes<Value>) -> Bool
  ) -> Core {
    derived(after: slot, origin: origin, first: { $0.new }) { child, change, thread in
      guard !isIgnored(change) else { return }
      Core.typed(child).stage(change.new, origin: change.origin, on: thread)
    }
  }

  /// Makes a core to which only those values pass that differ from the one that
  /// passed last.
  @inlinable
  func distinct(
    after slot: Slot, origin: CodeLocation?, _ areSame: @escaping (Value, Value) -> Bool
  ) -> Core {
    derived(after: slot, origin: origin, first: { $0.new }) { child, change, thread in
      let child = Core.typed(child)
      guard !areSame(child.value, change.new) else { return }
      child.stage(change.new, origin: change.origin, on: thread)
    }
  }

  /// Makes a core to which only those values pass whose keys differ from the key
  /// of the one that passed last.
  ///
  /// The key of each value is made once.
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
      push: { child, change, thread in
        let new = key(change.new)
        guard latest.state != new else { return }
        latest.state = new
        Core.typed(child).stage(change.new, origin: change.origin, on: thread)
      })
  }

  /// Makes a core whose value is the latest of a function of this one's that was not
  /// `nil`.
  @inlinable
  func compactMapped<Mapped>(
    after slot: Slot, origin: CodeLocation?, _ transform: @escaping (Value) -> Mapped?
  ) -> Core<Mapped?> {
    derived(after: slot, origin: origin, first: { transform($0.new) }) { child, change, thread in
      guard let value = transform(change.new) else { return }
      Core<Mapped?>.typed(child).stage(value, origin: change.origin, on: thread)
    }
  }

  /// Makes a core whose value is made of its last one and every new one of this.
  @inlinable
  func scanned<Result>(
    after slot: Slot, origin: CodeLocation?, from initial: Result,
    _ next: @escaping (Result, Value) -> Result
  ) -> Core<Result> {
    derived(after: slot, origin: origin, first: { _ in initial }) { child, change, thread in
      let child = Core<Result>.typed(child)
      child.stage(next(child.value, change.new), origin: change.origin, on: thread)
    }
  }

  /// Makes a core to which all changes pass but the first.
  @inlinable
  func skipping(_ count: Int, after slot: Slot, origin: CodeLocation?) -> Core {
    let left = OperatorState(count)
    return derived(after: slot, origin: origin, first: { $0.new }) { child, change, thread in
      guard left.state == 0 else {
        left.state -= 1
        return
      }
      Core.typed(child).stage(change.new, origin: change.origin, on: thread)
    }
  }

  /// Makes a core to which the first change passes for whose value a condition
  /// holds, and which ends then.
  func first(
    after slot: Slot, origin: CodeLocation?, where isWanted: @escaping (Value) -> Bool
  ) -> Core {
    let isFound = OperatorState(false)
    return derived(after: slot, origin: origin, first: { $0.new }) { child, change, thread in
      guard !isFound.state, isWanted(change.new) else { return }
      isFound.state = true
      let child = Core.typed(child)
      child.stage(change.new, origin: change.origin, on: thread)
      child.discardSoon(child.mainSlot())
    }
  }

  /// Ends a relay after a change for which a condition holds.
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

/// Says what is wrong with a number that must not be negative.
@usableFromInline
func checkNotNegative(_ number: Int, in call: StaticString) {
  precondition(number >= 0, "\(call) was given \(number): give it 0 or more.")
}

/// The state of an operator between changes.
///
/// - Concurrency: Only touched while a change is handed from one core to another,
///   which one thread at a time does for both: the owner of their domain; or while an
///   observer is notified of it, which one thread at a time does for a core. What is set
///   when the operator is made, is set before any change can come.
@usableFromInline
final class OperatorState<State> {
  @usableFromInline var state: State

  @usableFromInline
  init(_ state: State) {
    self.state = state
  }
}
