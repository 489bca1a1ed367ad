import Khala
public import RheaTime
public import TaskKit
import TaskStore

/// The value of a wire, for an end that takes any.
///
/// Which it is follows from the type, and is decided when a wire is connected.
@usableFromInline
enum WireValue {
  /// Reads the one value that an event comes with.
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

  /// Reads the values by name that a task or a call comes with.
  ///
  /// A dictionary gives its entries; any other value goes by the name `value`.
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
    // What is in a value that may be shared may be, too; `any Sendable` differs from `Any`
    // for the compiler only.
    return unsafe unsafeBitCast(entries, to: [String: any Sendable].self)
  }

  /// The value itself, or nothing for an optional without one.
  @usableFromInline
  static func unwrapped<Value: Sendable>(_ value: Value) -> (any Sendable)? {
    guard let optional = value as? any OptionalValue else { return value }
    // As with what is in a dictionary. 'as Any' keeps the value in its box: without it, the cast
    // would take the value itself.
    return optional.wrapped.map { unsafe unsafeBitCast($0 as Any, to: (any Sendable).self) }
  }
}

extension TaskChange {
  /// The value as tasks and calls get it.
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
  /// The value as tasks and calls get it.
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
