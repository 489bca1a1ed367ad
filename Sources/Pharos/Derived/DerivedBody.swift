/// The function that makes a derived value.
///
/// - Concurrency: Runs wherever its value is read or delivered; the front sees to
///   it that it may.
final class DerivedBody<Value>: @unchecked Sendable {
  // Why this is Sendable: nothing changes until the end; the closures as above.

  /// A closure, which is called through fewer functions in a structure than as an
  /// optional.
  private struct Function {
    let call: () -> Value
  }

  private var function: Function?

  /// Returns whether two values are equal for its dependents.
  let isSame: ((Value, Value) -> Bool)?

  /// The source location of the derived value.
  let location: CodeLocation

  /// Returns the value for code that reads it while it is being computed, if it can be an error.
  let valueInCycle: ((PharosError) -> Value?)?

  init(
    location: CodeLocation, isSame: ((Value, Value) -> Bool)?,
    valueInCycle: ((PharosError) -> Value?)?, _ compute: @escaping () -> Value
  ) {
    self.valueInCycle = valueInCycle
    function = Function(call: compute)
    self.isSame = isSame
    self.location = location
  }

  deinit {
    // It may be the last to keep another derived value, and so on.
    let thread = DeliveryThread.current
    if let function = function.take() { thread.postponeRelease(of: function) }
    thread.releasePostponed()
  }

  func compute() -> Value {
    guard let function else { preconditionFailure("\(location): this derived value has ended.") }
    return function.call()
  }
}

extension DeliveryThread {
  /// Keeps something until ``releasePostponed()``.
  func postponeRelease(of object: consuming Any) {
    unsafe details.pointee.released.append(object)
  }

  /// Releases what may be the last to keep something else of its kind, without
  /// recursion.
  ///
  /// - Precondition: The caller does not keep it any more.
  func releasePostponed() {
    guard unsafe !details.pointee.isReleasing else { return }
    unsafe details.pointee.isReleasing = true
    while unsafe details.pointee.released.popLast() != nil {}
    unsafe details.pointee.isReleasing = false
  }
}
