import Synchronization

/// The source of a value that is not only set.
@usableFromInline
enum Accessor<Value> {
  /// A value that is stored elsewhere.
  case elsewhere(get: () -> Value, set: (Value) -> Void)
  /// A value that is set, where equal values are ignored.
  case compared(areSame: (Value, Value) -> Bool)
}

extension Core {
  /// The value, wherever it is kept.
  @inlinable
  var current: Value {
    unsafe isPlain ? value : refreshed()
  }

  /// Sets the value, wherever it is kept.
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

  /// Stores a value where it is kept.
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

  /// A Boolean value that indicates whether a change leads to a value that is the same as
  /// the one before, for those who said which are.
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

  /// Brings the value up to date with its source.
  @inlinable
  func refresh() {
    if !bringUpToDate() { fetch() }
  }

  /// Stores the value that is kept elsewhere.
  @usableFromInline
  func fetch() {
    guard case .elsewhere(let get, _) = unsafe accessor else { return }
    let new = get()
    replaceSilently { new }
  }

  /// Stores a value without notifying observers.
  ///
  /// - Parameter make: Makes the value. It runs under the lock.
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

  /// Notifies the observers of the present value.
  @usableFromInline
  func invokeWithCurrent(from source: ChangeSource) {
    refresh()
    invoke(from: source)
  }
}
