import Synchronization

/// Values that tasks share, by name; they stay until they are removed.
///
/// What belongs to one dispatch only is in ``TaskContext/otherOptions``.
///
/// - Concurrency: May be used from any thread.
public final class TaskValues: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// Makes an empty store.
  public init() {}

  /// The value of this name, if there is one.
  public subscript(name: String) -> (any Sendable)? {
    get { values.withLock { $0[name] } }
    set {
      // Released after unlocking: what goes may run code.
      let old = values.withLock { values in
        let old = values[name]
        values[name] = newValue
        return old
      }
      _ = old
    }
  }

  /// The value of this name, if there is one of this type.
  public func value<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    self[name] as? Value
  }
}
