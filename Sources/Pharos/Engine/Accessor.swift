import Synchronization

/// Where a value is kept, if not in its core.
@usableFromInline
struct Accessor<Value> {
  @usableFromInline let get: () -> Value
  @usableFromInline let set: (Value) -> Void
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
    guard let accessor = unsafe accessor else { return set(new, from: source) }
    _ = refreshed()
    accessor.set(new)
    set(new, from: source)
  }

  /// Takes over what the value is where it is kept.
  @usableFromInline
  func refreshed() -> Value {
    guard let accessor = unsafe accessor else { return value }
    let new = accessor.get()
    replaceSilently { new }
    return new
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
