/// The arguments of a call that goes to another actor, sent along with the call.
///
/// The code that makes one gives the arguments away, and keeps no reference to
/// them. The same is then true of each of its values, all of which go to the one
/// function that is called.
///
/// - Warning: The macro `@KhalaModule` writes calls of this. Do not use it
///   directly.
public struct __KhalaSentArguments {
  private let arguments: __KhalaArguments

  init(_ arguments: sending __KhalaArguments) {
    self.arguments = arguments
  }

  /// Everything that came with the call by name.
  public func info() -> sending KhalaInfo {
    nonisolated(unsafe) let info = arguments.info
    return unsafe info
  }

  /// The same, and what the caller gave along under keys of other types.
  public func anyInfo() -> sending [AnyHashable: Any] {
    nonisolated(unsafe) let info = arguments.anyInfo
    return unsafe info
  }

  /// The closure of the caller in this position; one that does nothing if there is none.
  public func closure(_ index: Int) -> KhalaClosure { arguments.closure(index) }

  /// The closure of the caller in this position, if there is one.
  public func optionalClosure(_ index: Int) -> KhalaClosure? { arguments.optionalClosure(index) }

  /// The value of this name.
  public func value<Value>(
    _ name: String, _ reader: __KhalaReader<Value>
  ) throws -> sending Value {
    nonisolated(unsafe) let value = try arguments.value(name, reader)
    return unsafe value
  }

  /// The value of this name, or another if there is none.
  public func value<Value>(
    _ name: String, _ reader: __KhalaReader<Value>, default other: @autoclosure () -> Value
  ) throws -> sending Value {
    nonisolated(unsafe) let value = try arguments.value(name, reader, default: other())
    return unsafe value
  }
}

@available(*, unavailable)
extension __KhalaSentArguments: Sendable {}

/// A value that one thread hands to another.
///
/// `@unchecked Sendable`: each value in one is safe to hand over, for one of these reasons.
/// - The body of a function, or the closure that makes an instance: it captures nothing.
/// - An instance: ``RoutingInstance`` says which classes may be shared.
/// - The arguments or the result of a call: they are `sending` where they enter.
/// - A run of a call: its maker keeps no reference to it and its call.
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
