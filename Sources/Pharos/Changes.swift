/// A change of a relay's value, as its observers see it.
public struct Changes<Value> {
  /// The value before.
  public let old: Value

  /// The value after.
  public let new: Value

  /// The source of the change and whether it was made by hand, in one word: a change is
  /// handed to every observer.
  @usableFromInline let origin: UInt

  /// Describes a change.
  @inlinable
  public init(
    old: Value, new: Value, source: ChangeSource = .unknown, invokedManually: Bool = false
  ) {
    self.old = old
    self.new = new
    origin = invokedManually ? source.address | 1 : source.address
  }

  /// Describes a change that comes from where another does.
  @inlinable
  init(old: Value, new: Value, origin: UInt) {
    self.old = old
    self.new = new
    self.origin = origin
  }

  /// The source of the change; relays that pass it on leave this as it is.
  @inlinable
  public var source: ChangeSource { ChangeSource(address: origin & ~1) }

  /// A Boolean value that indicates whether nothing has changed, and the observers were
  /// only asked to run with the value that there is.
  @inlinable
  public var invokedManually: Bool { origin & 1 != 0 }
}

extension Changes: Sendable where Value: Sendable {}

extension Changes: Equatable where Value: Equatable {
  /// Returns whether two changes are from and to equal values, wherever they come from.
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

  /// A Boolean value that indicates whether the new value is another object than the old one.
  public var isChangingWithNewInstance: Bool { old !== new }
}

/// The source of a change: an object, known by its identity alone.
///
/// A change of a `Sendable` value may go to another thread, where the object
/// itself might be none of its business; so this can be compared with an object
/// but not turned into one.
///
/// ```swift
/// $text.whenDidSet { changes in
///   if changes.source === field { print("the user typed it") }
/// }
/// ```
public struct ChangeSource: Sendable, Hashable {
  /// The address of the object, or 0.
  ///
  /// It is even: objects begin at multiples of more than 2.
  @usableFromInline let address: UInt

  @inlinable
  init(address: UInt) {
    self.address = address
  }

  /// The source that this object is.
  @inlinable
  public init(_ object: AnyObject) {
    self.init(address: UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// A source without a name.
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
