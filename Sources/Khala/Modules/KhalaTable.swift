/// What a routing class offers: how to make it, and its routing functions.
///
/// - Warning: The macro `@KhalaModule` writes this. Do not use it directly.
public struct __KhalaTable<Module> {
  let make: () -> Module
  let functions: [__KhalaFunction<Module>]

  public init(make: @escaping () -> Module, functions: [__KhalaFunction<Module>]) {
    self.make = make
    self.functions = functions
  }
}

/// One routing function of a class.
///
/// - Warning: The macro `@KhalaModule` writes this. Do not use it directly.
public struct __KhalaFunction<Module> {
  /// How it is called.
  enum Body {
    case sync((Module, __KhalaArguments) throws -> Any?)
    case async((Module, __KhalaArguments) async throws -> sending Any?)
  }

  let name: String
  let parameters: [__KhalaParameter]
  let body: Body

  /// A function that returns what it has, where its class belongs.
  public static func sync(
    _ name: String, _ parameters: [__KhalaParameter],
    _ body: @escaping (Module, __KhalaArguments) throws -> Any?
  ) -> Self {
    Self(name: name, parameters: parameters, body: .sync(body))
  }

  /// A function that suspends, or belongs to an actor.
  public static func async(
    _ name: String, _ parameters: [__KhalaParameter],
    _ body: @escaping (Module, __KhalaArguments) async throws -> sending Any?
  ) -> Self {
    Self(name: name, parameters: parameters, body: .async(body))
  }
}

/// One parameter of a routing function.
///
/// - Warning: The macro `@KhalaModule` writes this. Do not use it directly.
public enum __KhalaParameter: Hashable, Sendable {
  /// The dictionary of everything that came with the call.
  case info
  /// The next of the caller's closures.
  case closure
  /// A value with a name, of a type as it was written.
  case value(String, type: String, isRequired: Bool)
}
