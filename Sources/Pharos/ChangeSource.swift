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
