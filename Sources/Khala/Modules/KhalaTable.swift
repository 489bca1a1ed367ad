/// The offer of a routing class: how to make it, and its routing functions.
///
/// Where the class belongs to an actor such as the main one, so do the closures
/// in here: they are formed on it and may be called only there.
///
/// - Warning: The macro `@KhalaModule` writes this. Do not use it directly.
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
/// - Warning: The macro `@KhalaModule` writes this. Do not use it directly.
public struct __KhalaFunction<Module: AnyObject> {
  let name: String
  let parameters: [__KhalaParameter]
  let access: KhalaAccess
  let routes: [__KhalaRoute]
  /// The closure that calls it, with an instance of its class.
  let body: RouteTarget.Body

  /// A function that returns what it has, where its class belongs.
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

  /// A function of the main actor that returns what it has, in a class of no global actor.
  public static func main(
    _ name: String, _ parameters: [__KhalaParameter], access: KhalaAccess = .internal,
    routes: [__KhalaRoute] = [],
    _ body: @escaping @MainActor (Module, __KhalaArguments) throws -> Any?
  ) -> Self {
    // Both types have one representation. `RouteTarget` calls it on the main actor only.
    let body = unsafe unsafeBitCast(body, to: ((Module, __KhalaArguments) throws -> Any?).self)
    return Self(
      name: name, parameters: parameters, access: access, routes: routes,
      body: .main { object, arguments in
        try body(unsafe unsafeDowncast(object.unsafelyUnwrapped, to: Module.self), arguments)
      })
  }

  /// A function that suspends, or belongs to an actor of its own.
  ///
  /// It is called from no actor, and goes to where it belongs by itself.
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
/// - Warning: The macro `@KhalaModule` writes this. Do not use it directly.
public enum __KhalaParameter: Hashable, Sendable {
  /// The dictionary of everything that came with the call.
  case info
  /// The next of the caller's closures.
  case closure(isRequired: Bool)
  /// A value with a name, of a type as it was written.
  case value(String, type: String, isRequired: Bool)
}

/// A path of its own that a routing function has.
///
/// - Warning: The macro `@KhalaModule` writes this for `@Route`. Do not use it
///   directly.
public struct __KhalaRoute: Hashable, Sendable {
  let pattern: String
  let priority: Int
  /// Every scheme if there are none.
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
