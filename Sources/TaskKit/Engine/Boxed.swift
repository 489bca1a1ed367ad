/// A value in memory of its own, which copies share until they are changed.
///
/// For large values of which there are many: tables of them have room for more than they
/// hold, and most of them are equal to a usual one that all can share.
struct Boxed<Value: Sendable>: Sendable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var storage: Storage

  init(_ value: Value) {
    storage = Storage(value)
  }

  /// Returns whether both are in one piece of memory.
  func isSame(as other: Boxed) -> Bool { storage === other.storage }

  var value: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }
}
