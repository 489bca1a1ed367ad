// A macro of your own names an implementation of ModularityKit that does not exist.
// Name the type of your own plugin: `#externalMacro(module: "RouteMacros", type: …)`.
import RheaTime

@freestanding(declaration)
macro registerRoute(func: @escaping @MainActor () throws -> Void) =
  #externalMacro(module: "ToolkitMacros", type: "RegisterRouteMacro")

#registerRoute { print("routes") }
// 1: error: ModularityKit has no macro implementation 'ToolkitMacros.RegisterRouteMacro' (from
//   macro 'registerRoute')
