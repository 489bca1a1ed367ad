import Synchronization

/// Where a value comes from, if not from those who set its core.
@usableFromInline
enum Accessor<Value> {
  /// It is kept elsewhere.
  case elsewhere(get: () -> Value, set: (Value) -> Void)
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
    if unsafe accessor != nil { storeElsewhere(new) }
    set(new, from: source)
  }

  /// Stores a value where it is kept.
  @usableFromInline
  func storeElsewhere(_ new: Value) {
    guard case .elsewhere(_, let store)? = unsafe accessor else { return }
    _ = refreshed()
    store(new)
  }

  /// Takes over what the value is where it is kept.
  @usableFromInline
  func refreshed() -> Value {
    switch unsafe accessor {
    case nil: return value
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
