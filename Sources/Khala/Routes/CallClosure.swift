/// A closure that answers calls: that of a run-time route, a fallback or a stub.
final class CallClosure: Sendable {
  /// The body of the closure.
  enum Body: Sendable {
    case sync(@Sendable (KhalaArguments) throws -> Any?)
    case async(@concurrent @Sendable (sending KhalaArguments) async throws -> (any Sendable)?)
  }

  let body: Body
  /// The name in messages and traces, such as the pattern of its route.
  let name: String
  /// The source location of the call that registered it.
  let place: KhalaPlace

  init(_ body: Body, name: String, place: KhalaPlace) {
    self.body = body
    self.name = name
    self.place = place
  }

  /// A Boolean value that indicates whether it has to be waited for.
  var suspends: Bool {
    if case .async = body { true } else { false }
  }

  /// Calls it, if that can be done without waiting.
  func call(with arguments: KhalaArguments) throws -> Any? {
    guard case .sync(let body) = body else { throw RoutingFailure.needsAsync }
    return try body(arguments)
  }

  /// Calls it and waits for it.
  nonisolated(nonsending) func callAsync(
    with arguments: sending KhalaArguments
  ) async throws -> sending Any? {
    switch body {
    case .sync(let body):
      // Like a function of a class that can be called from anywhere: the closure
      // can be sent, so that what it captures belongs to no actor, and the arguments
      // are this call's.
      return Shared(try body(arguments)).take()
    case .async(let body):
      return try await body(arguments)
    }
  }
}

extension CallClosure.Body {
  /// A body of a closure with a result of its own type.
  static func returning<Result>(
    _ body: @escaping @Sendable (KhalaArguments) throws -> Result
  ) -> Self {
    .sync { arguments in anyOrNothing(try body(arguments)) }
  }

  /// A body of an asynchronous closure with a result of its own type.
  static func returningAsync<Result: Sendable>(
    _ body: @escaping @isolated(any) @Sendable (sending KhalaArguments) async throws -> Result
  ) -> Self {
    .async { arguments in sendableOrNothing(try await body(arguments)) }
  }

  /// A result as a routing function has it: nothing for `Void`, and for an
  /// Optional without a value.
  static func anyOrNothing<Result>(_ result: Result) -> Any? {
    if Result.self == Void.self { return nil }
    if let optional = result as? any OptionalValue, optional.isNil { return nil }
    return result
  }

  /// The same, for a result that can be sent.
  static func sendableOrNothing<Result: Sendable>(_ result: Result) -> (any Sendable)? {
    if Result.self == Void.self { return nil }
    if let optional = result as? any OptionalValue, optional.isNil { return nil }
    return result
  }
}
