/// A property of an object, which values can be relayed to.
///
/// It does not keep the object.
public final class BearerRelay<Value> {
  /// Sets the property.
  ///
  /// - Returns: Whether the object is still there.
  let write: (Value) -> Bool

  /// Names a property of an object.
  public init<Object: AnyObject>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    write = { [weak object] value in
      guard let object else { return false }
      object[keyPath: property] = value
      return true
    }
  }
}

@available(*, unavailable)
extension BearerRelay: Sendable {}
