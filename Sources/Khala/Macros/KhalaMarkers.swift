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
