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
