/// Something that values can be relayed to, and that cannot be observed.
///
/// `object.bearerRelays.name` is one that sets a property. For other targets, there is ``init(_:)``, or a subclass of
/// ``AssociativeBearerRelay``.
open class BearerRelay<Value> {
  /// Takes a value.
  ///
  /// - Returns: Whether the object is still there that wants more of them.
  let take: (Changes<Value>) -> Bool

  init(take: @escaping (Changes<Value>) -> Bool) {
    self.take = take
  }

  /// Has a closure take the values.
  ///
  /// - Parameter consumer: What is called with every change.
  public init(_ consumer: @escaping (Changes<Value>) -> Void) {
    take = { change in
      consumer(change)
      return true
    }
  }

  /// Names a property of an object, which is not kept.
  public init<Object: AnyObject>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    take = Self.take(whileAlive: object) { $0[keyPath: property] = $1.new }
  }

  static func take<Object: AnyObject>(
    whileAlive object: Object, _ consumer: @escaping (Object, Changes<Value>) -> Void
  ) -> (Changes<Value>) -> Bool {
    { [weak object] change in
      guard let object else { return false }
      consumer(object, change)
      return true
    }
  }
}

@available(*, unavailable)
extension BearerRelay: Sendable {}
