import Synchronization

/// Where a value comes from, if not from those who set its core.
@usableFromInline
enum Accessor<Value> {
  /// It is kept elsewhere.
  case elsewhere(get: () -> Value, set: (Value) -> Void)
  /// Those who set its core, but for values that are the same as the one before.
  case compared(areSame: (Value, Value) -> Bool)
  /// It follows from other values.
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

  /// Takes over what the value is where it is kept.
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

  /// Takes over a value that nobody is to be told of.
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

  /// Tells the observers of the value that there is.
  @usableFromInline
  func invokeWithCurrent(from source: ChangeSource) {
    _ = refreshed()
    invoke(from: source)
  }
}
