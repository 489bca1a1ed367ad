// The plugin of a macro of your own is not a dependency.
// Add the target of the macro to the dependencies of the target that declares it.
import RheaTime

@freestanding(declaration)
macro registerRoute(func: @escaping @MainActor () throws -> Void) =
  // 7: warning: external macro implementation type 'RouteMacros.RegisterRouteMacro' could not be
  //   found for macro 'registerRoute(func:)'; plugin for module 'RouteMacros' not found
  // 7: note: 'registerRoute(func:)' declared here
  #externalMacro(module: "RouteMacros", type: "RegisterRouteMacro")

#registerRoute { print("routes") }
// 1: error: external macro implementation type 'RouteMacros.RegisterRouteMacro' could not be found
//   for macro 'registerRoute(func:)'; plugin for module 'RouteMacros' not found
