import SectionRegistry

/// The functions of a routing class that can be called by URL.
public enum KhalaExports: Sendable {
  /// All functions that are not private, except those marked with `@KhalaIgnored`.
  case all
  /// The functions marked with `@KhalaExported`.
  case marked
}

/// The lifetime of an instance of a routing class.
public enum KhalaLifetime: Sendable {
  /// From the first call until the class is unregistered.
  ///
  /// All callers share the instance.
  case cached
  /// For one call only.
  case perCall
}

/// Declares a routing class, whose functions can be called by URL.
///
/// The declaration becomes a record in the binary. No code registers the class, and none runs at
/// start-up for it.
///
/// ```swift
/// @KhalaModule
/// final class AModule {
///   func server(value: Int, name: String? = nil) -> Int { value }
/// }
///
/// Khala(str: "kl://AModule/server?value=64")?.call()
/// ```
///
/// Every instance method and computed property is a routing function if it is declared in the class
/// itself (not in an extension or a superclass) and is not private. Static members, initializers,
/// subscripts, operators and members with `@available(*, unavailable)` are not routing functions. A
/// member that cannot be called by URL, such as a generic method, is a compile-time error unless it
/// is marked with `@KhalaIgnored`.
///
/// The written type of a parameter decides its role:
///
/// * `KhalaInfo`, `[String: Any]` or `[AnyHashable: Any]`: all values of the call. A function can
///   have one such parameter.
/// * `KhalaClosure`: the caller's closures, in order. A missing one does nothing, and a missing
///   `KhalaClosure?` is `nil`.
/// * Any other type: the value with the name of the parameter's label, or with the parameter's name
///   if the label is `_`. If the value is missing, the default is used. It is evaluated in the
///   class, so `#function` and similar literals in it do not refer to the caller. An array takes
///   all values with its name.
///
/// All callers share one instance, on every thread. The class must therefore have no mutable state,
/// or be an actor, or belong to one (`@MainActor`): the macro makes it `Sendable`. A class with a
/// superclass other than `NSObject`, with property wrappers or with other macros must also be
/// `final`, so that the compiler sees all its state. With `lifetime: .perCall`, every call has its
/// own instance and these rules do not apply. Instances are created with `init()`.
///
/// A class that can be `Sendable` does not belong to the main actor by default. In a module with
/// main-actor isolation by default, write `@MainActor` before a routing class that should have it.
///
/// - Parameters:
///   - name: The host of the URLs that call the class, by default the name of the type.
///   - exports: The functions that can be called.
///   - lifetime: The lifetime of an instance.
///   - access: The callers of its functions. Each function may override it.
@attached(peer)
@attached(member, names: named(__khalaTable))
@attached(extension, conformances: Sendable, names: named(__khalaConstants))
public macro KhalaModule(
  _ name: String? = nil, exports: KhalaExports = .all, lifetime: KhalaLifetime = .cached,
  access: KhalaAccess = .internal
) = #externalMacro(module: "ToolkitMacros", type: "KhalaModuleMacro")

/// An alias of `Sendable` with a name that no other type has.
///
/// - Warning: `@KhalaModule` writes this into the extensions of routing classes. Do not use it
///   directly.
public typealias __KhalaSendable = Sendable

/// The functions that provide the contents of Khala's records.
///
/// - Warning: Code of Khala's macros calls these functions. Do not call them directly.
public enum __KhalaRecord {
  /// Provides the contents of a record of kind `khla`.
  ///
  /// The function that makes the table must be a static function. Its parameter is not `@Sendable`,
  /// so that every language mode accepts the plain name of that function.
  public static func module<Module: AnyObject>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ name: String,
    _ lifetime: KhalaLifetime, _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __KhalaModuleRecord(name, lifetime: lifetime, table)
    }
  }

  /// Checks at compile time that the constants of a class that is not final are `Sendable`.
  public static func constants<each Constant: Sendable>(_: repeat each Constant) {}

  /// Provides the contents of a record of kind `khct`.
  public static func contract(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ url: String,
    _ parameters: [(String, any Any.Type)], closures: Int, result: any Any.Type, isAsync: Bool
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __KhalaContract(url, parameters, closures: closures, result: result, isAsync: isAsync)
    }
  }
}

/// Excludes a method or computed property of a routing class from calls by URL.
@attached(peer)
public macro KhalaIgnored() =
  #externalMacro(module: "ToolkitMacros", type: "KhalaIgnoredMacro")

/// Makes a method or property of a routing class callable by URL.
///
/// It is required in a class with `exports: .marked`, and for stored properties.
///
/// - Parameter access: The callers that may use it. By default, the access of its class.
@attached(peer)
public macro KhalaExported(access: KhalaAccess? = nil) =
  #externalMacro(module: "ToolkitMacros", type: "KhalaExportedMacro")

/// Adds a route to a routing function, besides the URL of its class and name.
///
/// ```swift
/// @KhalaModule
/// final class Posts {
///   @Route("users/{id:Int}/posts/{slug}")
///   func show(id: Int, slug: String) -> String { "\(id): \(slug)" }
/// }
/// ```
///
/// Braces contain the name of a parameter of the function, which gets that part of the path. A
/// function can have several routes.
///
/// A pattern is a compile-time error if it is malformed, if it captures a value that the function
/// does not take, or if the parameter's type never accepts the form of the capture: `{flag:Int}`
/// for a `Bool`, `{*rest}` for an `Int`. Required values that are not in the path must be in the
/// query.
///
/// - Parameters:
///   - pattern: The pattern of the path, a string literal.
///   - priority: The priority among routes that match the same URL, an integer literal.
///   - access: The callers that may use this route. By default, the access of the function.
///   - schemes: The schemes of the URLs that it matches. By default, all schemes.
@attached(peer)
public macro Route(
  _ pattern: String, priority: Int = 0, access: KhalaAccess? = nil, schemes: String...
) =
  #externalMacro(module: "ToolkitMacros", type: "RouteMacro")

/// Implements a function as a call of a route, and declares the route that it expects.
///
/// ```swift
/// extension KhalaStore {
///   @KhalaCall("kl://AModule/server")
///   static func aModule_server(value: Int) throws -> Int
/// }
/// ```
///
/// The arguments are passed with their labels as names, or with the parameters' names if the label
/// is `_`. A `nil` argument is omitted. A `KhalaClosure` is passed as a closure of the call. All
/// values of a `KhalaInfo` are passed as separate values. The function must throw, because the
/// route may not exist, and it may be `async`.
///
/// The function rethrows the errors of its route, and throws a ``KhalaError`` if the call does not
/// reach the route. With `throws(FeedError)`, it throws errors of a type that conforms to
/// ``KhalaFailure``. A ``KhalaError`` has the source location of the function, or of its caller if
/// the function has the parameters `fileID: String = #fileID, line: Int = #line`.
///
/// The declaration becomes a record in the binary, so that tools find a function whose URL has no
/// route.
///
/// For tests, the macro also declares an internal function with the same name that creates a
/// ``KhalaStub``.
///
/// - Parameter url: The URL of the route, without a query, a string literal.
@attached(body)
@attached(peer, names: overloaded)
public macro KhalaCall(_ url: String) =
  #externalMacro(module: "ToolkitMacros", type: "KhalaCallMacro")

/// A namespace for functions that call routes, so that their callers need not know the URL and its
/// parameters.
///
/// ```swift
/// extension KhalaStore {
///   @KhalaCall("kl://AModule/server")
///   static func aModule_server(value: Int) throws -> Int
/// }
/// ```
public final class KhalaStore: Sendable {
  private init() {}
}

/// Declares that the module calls routes by URLs that it makes at run time.
/// Declares URLs that the module builds at run time and calls.
///
/// Tools find a URL in the code if it is a string literal. A URL that is built at run time is known
/// only to the running program, so `#uses` declares it:
/// ```swift
/// #uses("kl://Store/delete?id={}")
///
/// func remove(_ item: Item) {
///   Khala(str: "kl://\(item.owner)/delete?id=\(item.id)")?.call()
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It calls
/// nothing, and no code runs for it. You can write it at file scope and in any type that is not
/// generic.
///
/// - Parameters:
///   - url: The URL with its scheme and host, a string literal. `{}` stands for a part that only
///     the running program knows. A name between the braces is for readers.
///   - others: Other URLs that the module calls.
@freestanding(declaration)
public macro uses(_ url: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
