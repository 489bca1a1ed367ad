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
/// `final` and without state that can change, or be an actor, or belong to one
/// (`@MainActor`): this macro makes it `Sendable`. With `lifetime: .perCall`,
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
@attached(extension, conformances: Sendable)
public macro KhalaModule(
  _ name: String? = nil, exports: KhalaExports = .all, lifetime: KhalaLifetime = .cached,
  access: KhalaAccess = .internal
) = #externalMacro(module: "ToolkitMacros", type: "KhalaModuleMacro")
