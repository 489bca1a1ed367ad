/// The function of a derived value.
///
/// - Concurrency: Runs wherever the value is read or delivered. The front makes sure that it may.
@usableFromInline
final class DerivedBody<Value> {
  @usableFromInline let compute: () -> Value

  /// Returns whether dependents treat two values as equal.
  @usableFromInline let isSame: ((Value, Value) -> Bool)?

  /// The source location of the derived value.
  @usableFromInline let location: CodeLocation

  /// Returns the value for code that reads it while it is being computed, if an error can be a
  /// value.
  @usableFromInline let valueInCycle: ((PharosError) -> Value?)?

  @inlinable
  init(
    location: CodeLocation, isSame: ((Value, Value) -> Bool)?,
    valueInCycle: ((PharosError) -> Value?)?, _ compute: @escaping () -> Value
  ) {
    self.valueInCycle = valueInCycle
    self.compute = compute
    self.isSame = isSame
    self.location = location
  }
}

extension DeliveryThread {
  /// Releases an object later that may be the last to keep other objects of its kind, to avoid
  /// recursion.
  ///
  /// - Precondition: The caller then gives up its own reference and calls ``releasePostponed()``.
  @usableFromInline
  func releaseLater(_ object: AnyObject) {
    unsafe details.pointee.released.append(object)
  }

  /// Releases the objects that were passed to ``releaseLater(_:)``.
  ///
  /// - Precondition: The caller has given up its own references to them.
  @usableFromInline
  func releasePostponed() {
    guard unsafe !details.pointee.isReleasing else { return }
    unsafe details.pointee.isReleasing = true
    while unsafe details.pointee.released.popLast() != nil {}
    unsafe details.pointee.isReleasing = false
  }
}
