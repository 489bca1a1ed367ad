/// The contents of a routing class: its initializer and its routing functions.
///
/// If the class belongs to an actor such as the main actor, so do these closures. They are created
/// on that actor and may be called only there.
///
/// - Warning: Code of the macro `@KhalaModule` creates this type. Do not use it directly.
public struct __KhalaTable<Module: AnyObject> {
  let make: () -> Module
  let functions: [__KhalaFunction<Module>]

  public init(make: @escaping () -> Module, functions: [__KhalaFunction<Module>]) {
    self.make = make
    self.functions = functions
  }
}

@available(*, unavailable)
extension __KhalaTable: Sendable {}

/// One routing function of a class.
///
/// - Warning: Code of the macro `@KhalaModule` creates this type. Do not use it directly.
public struct __KhalaFunction<Module: AnyObject> {
  let name: String
  let parameters: [__KhalaParameter]
  let access: KhalaAccess
  let routes: [__KhalaRoute]
  /// The closure that calls the function with an instance of its class.
  let body: RouteTarget.Body

  /// Returns a synchronous function that runs on the actor of its class, if any.
  public static func sync(
    _ name: String, _ parameters: [__KhalaParameter], access: KhalaAccess = .internal,
    routes: [__KhalaRoute] = [],
    _ body: @escaping (Module, __KhalaArguments) throws -> Any?
  ) -> Self {
    Self(
      name: name, parameters: parameters, access: access, routes: routes,
      body: .sync { object, arguments in
        try body(unsafe unsafeDowncast(object.unsafelyUnwrapped, to: Module.self), arguments)
      })
  }

  /// Returns a synchronous function of the main actor, in a class without a global actor.
  public static func main(
    _ name: String, _ parameters: [__KhalaParameter], access: KhalaAccess = .internal,
    routes: [__KhalaRoute] = [],
    _ body: @escaping @MainActor (Module, __KhalaArguments) throws -> Any?
  ) -> Self {
    // Both types have the same representation. `RouteTarget` calls it on the main actor only.
    let body = unsafe unsafeBitCast(body, to: ((Module, __KhalaArguments) throws -> Any?).self)
    return Self(
      name: name, parameters: parameters, access: access, routes: routes,
      body: .main { object, arguments in
        try body(unsafe unsafeDowncast(object.unsafelyUnwrapped, to: Module.self), arguments)
      })
  }

  /// Returns a function that suspends, or belongs to an actor.
  ///
  /// It is called from no actor, and switches to its own actor.
  public static func async(
    _ name: String, _ parameters: [__KhalaParameter], access: KhalaAccess = .internal,
    routes: [__KhalaRoute] = [],
    _ body: @escaping @concurrent (Module, __KhalaSentArguments) async throws -> sending Any?
  ) -> Self {
    Self(
      name: name, parameters: parameters, access: access, routes: routes,
      body: .async { object, arguments in
        try await body(
          unsafe unsafeDowncast(object.unsafelyUnwrapped, to: Module.self),
          __KhalaSentArguments(arguments))
      })
  }
}

@available(*, unavailable)
extension __KhalaFunction: Sendable {}

/// One parameter of a routing function.
///
/// - Warning: Code of the macro `@KhalaModule` creates this type. Do not use it directly.
public enum __KhalaParameter: Hashable, Sendable {
  /// The dictionary with all values of the call.
  case info
  /// The next of the caller's closures.
  case closure(isRequired: Bool)
  /// A named value, with its type as written.
  case value(String, type: String, isRequired: Bool)
}

/// A route that `@Route` declares for a routing function.
///
/// - Warning: Code of the macro `@KhalaModule` creates this type for `@Route`. Do not use it
///   directly.
public struct __KhalaRoute: Hashable, Sendable {
  let pattern: String
  let priority: Int
  /// The schemes that it matches.
  ///
  /// An empty array matches all.
  let schemes: [String]
  let access: KhalaAccess

  public init(
    _ pattern: String, priority: Int, schemes: [String], access: KhalaAccess = .internal
  ) {
    self.pattern = pattern
    self.priority = priority
    self.schemes = schemes
    self.access = access
  }
}
