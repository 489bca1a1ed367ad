@_exported public import RheaTime

extension RheaEvent {
  public static let registerRoute: RheaEvent = "registerRoute"
}

/// Declares what is done when routes are registered.
@freestanding(declaration)
public macro registerRoute(func: @escaping @MainActor () throws -> Void) =
  #externalMacro(module: "RouteMacros", type: "RegisterRouteMacro")

/// Declares code that runs when routes are registered, with the context of the
/// trigger.
@freestanding(declaration)
public macro registerRoute(func: @escaping @MainActor (RheaContext) throws -> Void) =
  #externalMacro(module: "RouteMacros", type: "RegisterRouteMacro")
