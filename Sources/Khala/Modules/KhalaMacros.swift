import SectionRegistry

/// Which functions of a routing class can be called by URL.
public enum KhalaExports: Sendable {
  /// All that are not private, unless marked with `@KhalaIgnored`.
  case all
  /// The functions marked with `@KhalaExported`.
  case marked
}

/// The lifetime of an instance of a routing class.
public enum KhalaLifetime: Sendable {
  /// From its first call until it is unregistered; all callers share it.
  case cached
  /// For one call.
  case perCall
}

/// Declares a routing class: its functions can be called by URL.
///
/// The declaration becomes a record in the binary: nothing registers the class,
/// and no code runs at start-up for it.
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
/// Every method of an instance and every computed property is a routing function,
/// if it stands in the class itself (not in an extension or in a superclass) and
/// is not private. Static members, initializers, subscripts, operators and what
/// is `@available(*, unavailable)` are none. What cannot be called by URL, such as
/// a generic method, is an error unless it is marked with `@KhalaIgnored`.
///
/// Parameters are distinguished by their types as they are written:
///
/// * `KhalaInfo`, `[String: Any]` or `[AnyHashable: Any]`: everything that came
///   with the call. There can be one.
/// * `KhalaClosure`: the caller's closures, in order. A missing one does nothing;
///   a missing `KhalaClosure?` is `nil`.
/// * Any other: the value that has the parameter's label as its name, or the name
///   of the parameter where the label is `_`. A default counts when there is no
///   value; it is evaluated in the class, so `#function` and the like in it do not
///   speak of the caller. An array takes all the values of its name.
///
/// One instance is shared by all callers, on every thread. So the class must be
/// without state that can change, or be an actor, or belong to one (`@MainActor`): this
/// macro makes it `Sendable`. A class with a superclass other than `NSObject`, with
/// property wrappers or with other macros must be `final` as well, by which the compiler
/// sees all its state. With `lifetime: .perCall`,
/// every call has its own instance and nothing is asked of the class. Instances
/// are made with `init()`.
///
/// What can be `Sendable` does not belong to the main actor by default. So in a
/// module that puts everything there, write `@MainActor` before a routing class
/// that should be there too.
///
/// - Parameters:
///   - name: The host of the URLs that call it; the name of the type if left out.
///   - exports: Which functions can be called.
///   - lifetime: How long an instance lives.
///   - access: Who may call its functions, unless one says so itself.
@attached(peer)
@attached(member, names: named(__khalaTable))
@attached(extension, conformances: Sendable, names: named(__khalaConstants))
public macro KhalaModule(
  _ name: String? = nil, exports: KhalaExports = .all, lifetime: KhalaLifetime = .cached,
  access: KhalaAccess = .internal
) = #externalMacro(module: "ToolkitMacros", type: "KhalaModuleMacro")

/// `Sendable`, under a name that no type of yours has.
///
/// - Warning: `@KhalaModule` writes this into the extensions of routing classes. Do not use it
///   directly.
public typealias __KhalaSendable = Sendable

/// Answers the accessors of Khala's records.
///
/// - Warning: The macros of Khala write calls of these. Do not call them directly.
public enum __KhalaRecord {
  /// Answers a record of kind `khla`.
  ///
  /// The function that makes the table is not `@Sendable` here for its plain name
  /// to be accepted in every language mode; it has to be a static function.
  public static func module<Module: AnyObject>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ name: String,
    _ lifetime: KhalaLifetime, _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __KhalaModuleRecord(name, lifetime: lifetime, table)
    }
  }

  /// Has the compiler check that the constants of a class that is not final are `Sendable`.
  public static func constants<each Constant: Sendable>(_: repeat each Constant) {}

  /// Answers a record of kind `khct`.
  public static func contract(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ url: String,
    _ parameters: [(String, any Any.Type)], closures: Int, result: any Any.Type, isAsync: Bool
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __KhalaContract(url, parameters, closures: closures, result: result, isAsync: isAsync)
    }
  }
}

/// Says that a method or computed property of a routing class cannot be called
/// by URL.
@attached(peer)
public macro KhalaIgnored() =
  #externalMacro(module: "ToolkitMacros", type: "KhalaIgnoredMacro")

/// Says that a method or property of a routing class can be called by URL.
///
/// This is needed in a class with `exports: .marked`, and for stored properties.
///
/// - Parameter access: Who may call it; as its class says if left out.
@attached(peer)
public macro KhalaExported(access: KhalaAccess? = nil) =
  #externalMacro(module: "ToolkitMacros", type: "KhalaExportedMacro")

/// Gives a routing function a path of its own, beside that of its class.
///
/// ```swift
/// @KhalaModule
/// final class Posts {
///   @Route("users/{id:Int}/posts/{slug}")
///   func show(id: Int, slug: String) -> String { "\(id): \(slug)" }
/// }
/// ```
///
/// What stands in braces is the name of a parameter of the function, which gets
/// that part of the path. A function may have several paths.
///
/// A path is rejected when the program is compiled if it cannot be read, if it
/// captures what the function does not take, or captures it in a form that the
/// parameter's type never takes: `{flag:Int}` for a `Bool`, `{*rest}` for an
/// `Int`. What is required and not in the path, the query must have.
///
/// - Parameters:
///   - pattern: The path, a string literal.
///   - priority: Where the route stands among others that match the same URL;
///     an integer literal.
///   - access: Who may call the function by this path; who may call the function
///     if left out.
///   - schemes: The schemes of the URLs that it matches; all if there are none.
@attached(peer)
public macro Route(
  _ pattern: String, priority: Int = 0, access: KhalaAccess? = nil, schemes: String...
) =
  #externalMacro(module: "ToolkitMacros", type: "RouteMacro")

/// Writes the body of a function that calls a route, and declares what the
/// function expects of it.
///
/// ```swift
/// extension KhalaStore {
///   @KhalaCall("kl://AModule/server")
///   static func aModule_server(value: Int) throws -> Int
/// }
/// ```
///
/// The parameters go along by their labels, or by their names where the label is
/// `_`; one that is `nil` does not. A `KhalaClosure` is one of the call's closures,
/// and a parameter of type `KhalaInfo` goes along as all that it holds. The
/// function must throw, since there may be no such route, and may be `async`.
///
/// The function throws the errors of its route as they are, and a ``KhalaError`` if the call does
/// not reach the route. With `throws(FeedError)`, it throws errors of a type that conforms to
/// ``KhalaFailure``. A ``KhalaError`` has the source location of the function, or that of its
/// caller if the function has the parameters `fileID: String = #fileID, line: Int = #line`.
///
/// The declaration is a record in the binary, so that tools find a function that
/// calls a URL without a route.
///
/// - Parameter url: The URL of the route, without a query; a string literal.
@attached(body)
@attached(peer)
public macro KhalaCall(_ url: String) =
  #externalMacro(module: "ToolkitMacros", type: "KhalaCallMacro")

/// A place for functions that call routes, so that their callers need to know
/// neither a URL nor its parameters.
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
///
/// A URL that is a string literal in a call is found by tools in the code. One that is put
/// together is known to the running program alone, and `#uses` declares it:
///
/// ```swift
/// #uses("kl://Store/delete?id={}")
///
/// func remove(_ item: Item) {
///   Khala(str: "kl://\(item.owner)/delete?id=\(item.id)")?.call()
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It
/// calls nothing, and no code runs for it. It may stand at file scope and in any type that is
/// not generic.
///
/// - Parameters:
///   - url: The URL with its scheme and host, a string literal. `{}` is a part that only the
///     running program knows; a name between the braces is for readers.
///   - others: Other URLs that the module calls.
@freestanding(declaration)
public macro uses(_ url: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
