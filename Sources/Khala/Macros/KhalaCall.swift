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
