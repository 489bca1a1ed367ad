import Synchronization

/// The source of a value that is not only set.
@usableFromInline
enum Accessor<Value> {
  /// A value that is stored elsewhere.
  case elsewhere(get: () -> Value, set: (Value) -> Void)
  /// A value that is set, where equal values are ignored.
  case compared(areSame: (Value, Value) -> Bool)
  /// A value that is derived from others.
  case derived(Derivation)

  var derivation: Derivation? {
    if case .derived(let derivation) = self { derivation } else { nil }
  }
}

extension Core {
  /// The value, wherever it is kept.
  @inlinable
  var current: Value {
    unsafe accessor == nil ? value : refreshed()
  }

  /// Sets the value, wherever it is kept.
  @inlinable
  func write(_ new: Value, from source: ChangeSource) {
    if unsafe accessor != nil { return writeSlowly(new, from: source) }
    set(new, from: source)
  }

  /// Sets a value that is compared first or kept elsewhere.
  @usableFromInline
  func writeSlowly(_ new: Value, from source: ChangeSource) {
    if case .compared = unsafe accessor {
      modify(from: source) { $0 = new }
    } else if accept(new) {
      set(new, from: source)
    }
  }

  /// Stores a value where it is kept.
  ///
  /// - Returns: Whether it is a change.
  @usableFromInline
  func accept(_ new: Value) -> Bool {
    switch unsafe accessor {
    case .elsewhere(_, let store):
      _ = refreshed()
      store(new)
      return true
    case .compared(let areSame): return !areSame(value, new)
    case .derived, nil: return true
    }
  }

  /// A Boolean value that indicates whether a change leads to a value that is the same as
  /// the one before, for those who said which are.
  @usableFromInline
  func isVoid(_ change: Changes<Value>) -> Bool {
    guard case .compared(let areSame) = unsafe accessor else { return false }
    return areSame(change.old, change.new)
  }

  /// Reads the value from its source.
  @usableFromInline
  func refreshed() -> Value {
    switch unsafe accessor {
    case nil, .compared: return value
    case .elsewhere(let get, _):
      let new = get()
      replaceSilently { new }
      return new
    case .derived(let derivation):
      derivation.bringUpToDate(on: DeliveryThread.current)
      return value
    }
  }

  /// Stores a value without notifying observers.
  ///
  /// - Parameter make: Makes the value. It runs under the lock.
  @usableFromInline
  func replaceSilently(with make: () -> Value) {
    // The old value is released after unlocking.
    var old: Value?
    lock.withLock { state in
      old = state.value
      state.value = make()
    }
    _ = old
  }

  /// Notifies the observers of the present value.
  @usableFromInline
  func invokeWithCurrent(from source: ChangeSource) {
    _ = refreshed()
    invoke(from: source)
  }
}
