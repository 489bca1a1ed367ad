import Foundation
import Khala

// Calls of Khala.

/// A call that has been made, as a wire carries it.
public struct WireCall: Sendable {
  /// The URL that was called, without its query.
  public let url: String

  /// The values of the call by name: captures, items of the query, and of the values that
  /// the caller gave the texts, numbers, dates and the like.
  public let values: [String: any Sendable]

  /// The module that made the call.
  public let caller: String

  private let outcome: CallResult

  /// Describes a call, for a test of what a wire does with it.
  public init(
    url: String, values: [String: any Sendable] = [:], caller: String = "",
    result: (any Sendable)? = nil
  ) {
    self.init(url: url, values: values, caller: caller, outcome: CallResult(result))
  }

  fileprivate init(
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

  /// A value, if there is one of this name and type; texts are read as numbers.
  public subscript<Value: Sendable & LosslessStringConvertible>(
    name: String, as type: Value.Type = Value.self
  ) -> Value? {
    (values[name] as? Value) ?? (values[name] as? String).flatMap { Value($0) }
  }
}

extension WireSource where Value == WireCall {
  /// The calls of an address that have been made and have not failed.
  ///
  /// - Parameter pattern: Such as `kl://feed/{id}`; what it captures is among the values.
  /// - Returns: Where a wire may begin.
  public static func call(_ pattern: String) -> WireSource {
    WireSource(WireEnd(.call, pattern)) { wire, deliver in
      let location = wire.location
      let observer = try CallObserver.add(pattern, at: location) { call in
        deliver(
          WireCall(
            url: call.url, values: PlainValues.of(call.info.lazy.map { ($0.key, $0.value) }),
            caller: call.location.module, outcome: call.result))
      }
      return { observer.cancel() }
    }
  }
}

extension WireTarget {
  /// Calls a URL; what the wire carries is what comes with the call.
  ///
  /// A function that has to be waited for is called in a task. Names in braces stand for
  /// values that the wire carries: `kl://user/{id}/refresh`.
  ///
  /// - Parameter url: What is called.
  /// - Returns: Where a wire may lead.
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
