/// A change of a relay's value, as its observers see it.
public struct Changes<Value> {
  /// The previous value.
  public let old: Value

  /// The new value.
  public let new: Value

  /// The source of the change and whether it was invoked manually, packed into one word because
  /// every observer gets a copy of the change.
  @usableFromInline let origin: UInt

  /// Creates a change.
  @inlinable
  public init(
    old: Value, new: Value, source: ChangeSource = .unknown, invokedManually: Bool = false
  ) {
    self.old = old
    self.new = new
    origin = invokedManually ? source.address | 1 : source.address
  }

  /// Creates a change with the origin of another change.
  @inlinable
  init(old: Value, new: Value, origin: UInt) {
    self.old = old
    self.new = new
    self.origin = origin
  }

  /// The source of the change, which relays pass on unchanged.
  @inlinable
  public var source: ChangeSource { ChangeSource(address: origin & ~1) }

  /// A Boolean value that indicates whether the observers were called manually with the current
  /// value, so that nothing has changed.
  @inlinable
  public var invokedManually: Bool { origin & 1 != 0 }
}

extension Changes: Sendable where Value: Sendable {}

extension Changes: Equatable where Value: Equatable {
  /// Returns whether two changes have equal old and new values, regardless of their sources.
  public static func == (left: Changes, right: Changes) -> Bool {
    left.old == right.old && left.new == right.new
  }
}

extension Changes where Value: Equatable {
  /// A Boolean value that indicates whether the new value differs from the old one.
  public var isChanging: Bool { old != new }

  /// A Boolean value that indicates whether the new value equals the old one.
  public var isNotChanging: Bool { old == new }
}

extension Changes where Value: AnyObject {
  /// A Boolean value that indicates whether the new value is the same object as the old one.
  public var isSameInstance: Bool { old === new }

  /// A Boolean value that indicates whether the new value is not the same object as the old one.
  public var isChangingWithNewInstance: Bool { old !== new }
}

/// The source of a change: an object, known only by its identity.
///
/// A change of a `Sendable` value may be sent to another thread, where the object must not be used.
/// So a source can be compared with an object, but does not give access to it.
///
/// ```swift
/// $text.whenDidSet { changes in
///   if changes.source === field { print("the user typed it") }
/// }
/// ```
public struct ChangeSource: Sendable, Hashable {
  /// The address of the object, or 0.
  ///
  /// It is even, because objects are aligned to more than 2 bytes.
  @usableFromInline let address: UInt

  @inlinable
  init(address: UInt) {
    self.address = address
  }

  /// Creates the source for `object`.
  @inlinable
  public init(_ object: AnyObject) {
    self.init(address: UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// The source of a change that names no object as its source.
  @inlinable
  public static var unknown: ChangeSource { ChangeSource(address: 0) }

  /// Returns whether an object is the source.
  @inlinable
  public static func === (source: ChangeSource, object: AnyObject?) -> Bool {
    source.address == object.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
  }

  /// Returns whether an object is not the source.
  @inlinable
  public static func !== (source: ChangeSource, object: AnyObject?) -> Bool {
    !(source === object)
  }
}
