import Synchronization

/// The source of a value that is not simply stored.
///
/// It is indirect because few cores have one.
@usableFromInline
indirect enum Accessor<Value> {
  /// A value that is stored outside of the core.
  case elsewhere(get: () -> Value, set: (Value) -> Void)
  /// A stored value for which values that are the same are ignored.
  case compared(areSame: (Value, Value) -> Bool)
}

extension Core {
  /// The current value, from its source.
  @inlinable
  var current: Value {
    unsafe isPlain ? value : refreshed()
  }

  /// Sets the value, at its source.
  @inlinable
  func write(_ new: Value, from source: ChangeSource) {
    if unsafe !isPlain { return writeSlowly(new, from: source) }
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

  /// Writes a value to its source.
  ///
  /// - Returns: Whether it is a change.
  @usableFromInline
  func accept(_ new: Value) -> Bool {
    switch unsafe accessor {
    case .elsewhere(_, let store):
      refresh()
      store(new)
      return true
    case .compared(let areSame): return !areSame(value, new)
    case nil: return true
    }
  }

  /// A Boolean value that indicates whether a change leads to a value that is the same as the
  /// previous one, according to the relay's comparison.
  @usableFromInline
  func isVoid(_ change: Changes<Value>) -> Bool {
    guard case .compared(let areSame) = unsafe accessor else { return false }
    return areSame(change.old, change.new)
  }

  /// Reads the value from its source.
  @inlinable
  func refreshed() -> Value {
    refresh()
    return value
  }

  /// Updates the stored value from its source.
  @inlinable
  func refresh() {
    if !bringUpToDate() { fetch() }
  }

  /// Reads a value that is kept elsewhere, and stores it.
  @usableFromInline
  func fetch() {
    guard case .elsewhere(let get, _) = unsafe accessor else { return }
    let new = get()
    replaceSilently { new }
  }

  /// Stores a value without notifying observers.
  ///
  /// - Parameter make: Returns the value. It runs under the lock.
  @usableFromInline
  func replaceSilently(with make: () -> Value) {
    // The old value is released after unlocking.
    var old: Value?
    lock.withLock { _ in
      old = unsafe stored
      unsafe stored = make()
    }
    _ = old
  }

  /// Notifies the observers with the current value.
  @usableFromInline
  func invokeWithCurrent(from source: ChangeSource) {
    refresh()
    invoke(from: source)
  }
}
