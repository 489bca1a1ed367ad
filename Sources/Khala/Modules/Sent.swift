/// A value that one thread hands to another.
///
/// `@unchecked Sendable`: each value in one is safe to hand over, for one of these reasons.
/// - The body of a function, or the closure that makes an instance: it captures nothing.
/// - An instance: ``RoutingInstance`` says which classes may be shared.
/// - The arguments or the result of a call: they are `sending` where they enter.
/// - A call: its maker keeps no reference to it.
struct Sent<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Returns the value, for the caller alone.
  func take() -> sending Value {
    // The compiler cannot see the reasons that the type gives.
    nonisolated(unsafe) let value = value
    return unsafe value
  }
}
