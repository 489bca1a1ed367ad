/// The function that makes a derived value.
///
/// - Concurrency: Runs wherever its value is read or delivered; the front sees to
///   it that it may.
@usableFromInline
final class DerivedBody<Value> {
  @usableFromInline let compute: () -> Value

  /// Returns whether two values are equal for its dependents.
  @usableFromInline let isSame: ((Value, Value) -> Bool)?

  /// The source location of the derived value.
  @usableFromInline let location: CodeLocation

  /// Returns the value for code that reads it while it is being computed, if it can be an error.
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
  /// Releases an object that may be the last to keep others of its kind, and so on, without
  /// recursion: later, if the thread is releasing one already.
  ///
  /// - Precondition: The caller releases it next.
  @usableFromInline
  func releaseLater(_ object: AnyObject) {
    unsafe details.pointee.released.append(object)
  }

  /// Releases what ``releaseLater(_:)`` was given.
  ///
  /// - Precondition: The caller does not keep it any more.
  @usableFromInline
  func releasePostponed() {
    guard unsafe !details.pointee.isReleasing else { return }
    unsafe details.pointee.isReleasing = true
    while unsafe details.pointee.released.popLast() != nil {}
    unsafe details.pointee.isReleasing = false
  }
}
