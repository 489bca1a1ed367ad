import Khala
public import RheaTime
public import TaskKit
import TaskStore

/// Conversions of a wire's value for targets that take any value.
///
/// The type decides the conversion, once when a wire is connected.
@usableFromInline
enum WireValue {
  /// Returns a function that reads the single value for an event.
  @inlinable
  static func param<Value: Sendable>() -> @Sendable (Value) -> (any Sendable)? {
    if Value.self == RheaContext.self {
      return { value in (value as? RheaContext)?.param }
    }
    if Value.self == TaskContext.self {
      return { value in
        guard let options = (value as? TaskContext)?.otherOptions, !options.isEmpty else {
          return nil
        }
        return options
      }
    }
    return { value in unwrapped(value) }
  }

  /// Returns a function that reads the named values for a task or a call.
  ///
  /// A dictionary provides its entries. Any other value gets the name `value`.
  static func values<Value: Sendable>() -> @Sendable (Value) -> [String: any Sendable] {
    if Value.self == WireCall.self {
      return { value in (value as? WireCall)?.values ?? [:] }
    }
    if Value.self == WireNotification.self {
      return { value in (value as? WireNotification)?.values ?? [:] }
    }
    if Value.self == JobChange.self {
      return { value in (value as? JobChange)?.values ?? [:] }
    }
    if Value.self == TaskChange.self {
      return { value in (value as? TaskChange)?.values ?? [:] }
    }
    let param: @Sendable (Value) -> (any Sendable)? = param()
    return { value in param(value).map(named) ?? [:] }
  }

  private static func named(_ value: any Sendable) -> [String: any Sendable] {
    guard let entries = value as? [String: Any] else { return ["value": value] }
    // The elements of a shareable value are shareable as well. `any Sendable` and `Any` differ only
    // for the compiler.
    return unsafe unsafeBitCast(entries, to: [String: any Sendable].self)
  }

  /// Returns the value, or `nil` for an empty optional.
  @usableFromInline
  static func unwrapped<Value: Sendable>(_ value: Value) -> (any Sendable)? {
    guard let optional = value as? any OptionalValue else { return value }
    // Safe for the same reason as with a dictionary. 'as Any' keeps the value in its box. Without
    // it, the cast would reinterpret the value itself.
    return optional.wrapped.map { unsafe unsafeBitCast($0 as Any, to: (any Sendable).self) }
  }
}

extension TaskChange {
  /// The values for tasks and calls.
  fileprivate var values: [String: any Sendable] {
    var values: [String: any Sendable] = ["task": task, "state": state.name]
    switch state {
    case .progress(let fraction): values["progress"] = fraction
    case .failed(let error): values["error"] = error.message
    case .skipped(let reason): values["reason"] = reason
    default: break
    }
    return values
  }
}

extension JobChange {
  /// The values for tasks and calls.
  fileprivate var values: [String: any Sendable] {
    var values: [String: any Sendable] = [
      "job": name, "id": id.number, "queue": queue, "attempt": attempt, "state": state.name,
    ]
    if let progress { values["progress"] = progress }
    if let result { values["result"] = result }
    if let detail { values["detail"] = detail }
    return values
  }
}
