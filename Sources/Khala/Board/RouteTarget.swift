/// A function of a routing class, or a closure, that calls can reach.
///
/// This is the one form that a function has behind ``__KhalaTable``, and what every
/// route, fallback and stub leads to.
///
/// A class, so that a call that has found it takes one reference along.
final class RouteTarget: Sendable {
  /// The closure that calls it, whatever the types of its class and its result.
  ///
  /// The object is an instance of its class; `nil` for a closure.
  ///
  /// `@unchecked Sendable`: the body of a function is made by a static function and captures
  /// nothing mutable. `RouteTarget` calls it on the actor of its class, if that has one. A closure
  /// is `@Sendable` when it is registered.
  enum Body: @unchecked Sendable {
    /// On the actor of the class, if it has one.
    case sync((AnyObject?, KhalaArguments) throws -> Any?)
    /// From anywhere.
    case async(@concurrent (AnyObject?, sending KhalaArguments) async throws -> sending Any?)
  }

  /// The name of the function in URLs; for a closure, its name in messages and traces,
  /// such as the pattern of its route.
  let name: String
  /// The parameters of a function; empty for a closure.
  let parameters: [__KhalaParameter]
  /// The callers of a function by the name of its class and its own.
  let access: KhalaAccess
  /// The paths of its own that a function has.
  let routes: [__KhalaRoute]
  /// The number of the caller's closures that it takes.
  let closureCount: Int
  /// The number of closures that a caller must give who gives any.
  let requiredClosureCount: Int
  let body: Body
  /// The instance that a function is called with; `nil` for a closure.
  let instance: RoutingInstance?
  /// The source location of the call that registered a closure; `nil` for a function.
  let location: CodeLocation?

  /// Makes the target of a function.
  init<Module: AnyObject>(_ function: __KhalaFunction<Module>, of instance: RoutingInstance) {
    name = function.name
    parameters = function.parameters
    access = function.access
    routes = function.routes
    requiredClosureCount = parameters.count { $0 == .closure(isRequired: true) }
    closureCount = requiredClosureCount + parameters.count { $0 == .closure(isRequired: false) }
    body = function.body
    self.instance = instance
    location = nil
  }

  /// Makes the target of a closure.
  init(_ body: Body, name: String, location: CodeLocation) {
    self.name = name
    parameters = []
    access = .internal
    routes = []
    closureCount = 0
    requiredClosureCount = 0
    self.body = body
    instance = nil
    self.location = location
  }

  /// A Boolean value that indicates whether a function is written with `async`, or
  /// belongs to an actor of its own.
  var isAsync: Bool {
    if case .async = body { true } else { false }
  }
}

extension RouteTarget.Body {
  /// Returns the body of a closure with a result of its own type.
  static func returning<Result>(
    _ body: @escaping @Sendable (KhalaArguments) throws -> Result
  ) -> Self {
    .sync { _, arguments in
      let result = try body(arguments)
      return isNothing(result) ? nil : result
    }
  }

  /// Returns the body of an asynchronous closure with a result of its own type.
  static func returningAsync<Result: Sendable>(
    _ body: @escaping @isolated(any) @Sendable (sending KhalaArguments) async throws -> Result
  ) -> Self {
    .async { _, arguments in
      let result = try await body(arguments)
      return isNothing(result) ? nil : result
    }
  }

  /// A Boolean value that indicates whether a routing function would return `nil`
  /// for a result: for `Void`, and for an Optional without a value.
  private static func isNothing<Result>(_ result: Result) -> Bool {
    Result.self == Void.self || (result as? any OptionalValue)?.isNil == true
  }
}
