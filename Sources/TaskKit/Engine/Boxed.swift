/// A value in separate storage, which copies share until one of them changes.
///
/// It is for large values that are stored in big tables. A table allocates more slots than it uses,
/// and most of the values equal a default one that all can share.
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

  /// Returns whether both share the same storage.
  func isSame(as other: Boxed) -> Bool { storage === other.storage }

  var value: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }
}
