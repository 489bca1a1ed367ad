import Synchronization

extension TaskManager {
  /// The object that a library which builds on this one keeps with a manager.
  ///
  /// - Concurrency: May be used from any thread.
  package final class Companion: Sendable {
    private let object = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Returns the object, and makes it the first time.
    ///
    /// - Parameter make: Called with the lock held; it must do nothing but make the object.
    /// - Returns: The object, which lives as long as the manager.
    package func object<Object: AnyObject & Sendable>(orMake make: () -> Object) -> Object {
      object.withLock { object in
        if let object = object as? Object { return object }
        precondition(object == nil, "the manager has a companion of another type")
        let new = make()
        object = new
        return new
      }
    }
  }
}
