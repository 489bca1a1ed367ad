import Foundation
package import Khala

// Calls of Khala.

/// A completed call, as a wire carries it.
public struct WireCall: Sendable {
  /// The URL that was called, without its query.
  public let url: String

  /// The values of the call by name: captures, items of the query, and values of the caller.
  ///
  /// Values of the caller are included if they are strings, numbers, dates and similar types, or
  /// arrays of these.
  public let values: [String: any Sendable]

  /// The module that made the call.
  public let caller: String

  private let outcome: CallResult

  /// Creates a call, for a test of a wire's functions.
  public init(
    url: String, values: [String: any Sendable] = [:], caller: String = "",
    result: (any Sendable)? = nil
  ) {
    self.init(url: url, values: values, caller: caller, outcome: CallResult(result))
  }

  /// Creates a call from an observed one.
  package init(_ call: CallObserver.Call) {
    self.init(
      url: call.url, values: PlainValues.of(call.info.lazy.map { ($0.key, $0.value) }),
      caller: call.location.module, outcome: call.result)
  }

  private init(
    url: String, values: [String: any Sendable], caller: String, outcome: CallResult
  ) {
    self.url = url
    self.values = values
    self.caller = caller
    self.outcome = outcome
  }

  /// Returns the result of the call if it is of this type.
  ///
  /// ```swift
  /// #bridge(on: .call("kl://Feed/stories"), to: .relay(.stories), map: { $0.result() ?? [] })
  /// ```
  public func result<Result: Sendable>(as type: Result.Type = Result.self) -> Result? {
    outcome.value(as: type)
  }

  /// Returns a value by its name if it has this type.
  ///
  /// Strings are converted.
  public subscript<Value: Sendable & LosslessStringConvertible>(
    name: String, as type: Value.Type = Value.self
  ) -> Value? {
    (values[name] as? Value) ?? (values[name] as? String).flatMap { Value($0) }
  }
}

extension WireSource where Value == WireCall {
  /// The successful calls of matching URLs.
  ///
  /// - Parameter pattern: The pattern, such as `kl://feed/{id}`. Its captures are among the values.
  /// - Returns: The source of a wire.
  public static func call(_ pattern: String) -> WireSource {
    WireSource(WireEnd(.call, pattern)) { wire, deliver in
      let location = wire.location
      let observer = try CallObserver.add(pattern, at: location) { call in
        deliver(WireCall(call))
      }
      return { observer.cancel() }
    }
  }
}

extension WireTarget {
  /// Calls a URL with the values that the wire carries.
  ///
  /// A function that must be waited for is called in a task. Names in braces are replaced by values
  /// of the wire: `kl://user/{id}/refresh`.
  ///
  /// - Parameter url: The URL to call.
  /// - Returns: The target of a wire.
  public static func call(_ url: String) -> WireTarget {
    WireTarget(WireEnd(.call, url)) { wire in
      let location = wire.location
      let template = try URLTemplate(url)
      let values: @Sendable (Value) -> [String: any Sendable] = WireValue.values()
      return { value in
        let values = values(value)
        Khala.send(try template.filled(with: values), values: values, at: location) { error in
          wire.fail(error)
        }
      }
    }
  }
}
