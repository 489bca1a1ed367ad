/// The arguments of a call to another actor, sent along with the call.
///
/// The code that creates this value gives the arguments away and keeps no reference to them. The
/// same holds for each value in them, and all of them go to the one function that is called.
///
/// - Warning: Code of the macro `@KhalaModule` uses this type. Do not use it directly.
public struct __KhalaSentArguments {
  private let arguments: __KhalaArguments

  init(_ arguments: sending __KhalaArguments) {
    self.arguments = arguments
  }

  /// Returns all named values of the call.
  public func info() -> sending KhalaInfo {
    nonisolated(unsafe) let info = arguments.info
    return unsafe info
  }

  /// Returns all named values, and the caller's values whose keys are not strings.
  public func anyInfo() -> sending [AnyHashable: Any] {
    nonisolated(unsafe) let info = arguments.anyInfo
    return unsafe info
  }

  /// Returns the closure that the caller passed at this position, or a closure that does nothing.
  public func closure(_ index: Int) -> KhalaClosure { arguments.closure(index) }

  /// Returns the closure that the caller passed at this position, or `nil`.
  public func optionalClosure(_ index: Int) -> KhalaClosure? { arguments.optionalClosure(index) }

  /// Returns the value with this name.
  public func value<Value>(
    _ name: String, _ reader: __KhalaReader<Value>
  ) throws -> sending Value {
    nonisolated(unsafe) let value = try arguments.value(name, reader)
    return unsafe value
  }

  /// Returns the value with this name, or a default if it is missing.
  public func value<Value>(
    _ name: String, _ reader: __KhalaReader<Value>, default other: @autoclosure () -> Value
  ) throws -> sending Value {
    nonisolated(unsafe) let value = try arguments.value(name, reader, default: other())
    return unsafe value
  }
}

@available(*, unavailable)
extension __KhalaSentArguments: Sendable {}

/// A value that one thread passes to another.
///
/// `@unchecked Sendable`: each use is safe for one of these reasons.
/// - The body of a function, or the closure that creates an instance, captures nothing.
/// - Which instances may be shared is documented at ``RoutingInstance``.
/// - The arguments and the result of a call are `sending` parameters.
/// - The creator of a run keeps no reference to the run and its call.
struct Sent<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Returns the value, for the caller only.
  func take() -> sending Value {
    // The compiler cannot see the reasons above.
    nonisolated(unsafe) let value = value
    return unsafe value
  }
}
