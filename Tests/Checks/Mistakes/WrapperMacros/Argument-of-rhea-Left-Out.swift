// A macro of your own is expanded by that of `#rhea`, and has no `time`.
// Write an implementation that makes a `RheaDeclaration`.
import RheaTime

@freestanding(declaration)
macro registerRoute(func: @escaping @MainActor () throws -> Void) =
  #externalMacro(module: "RecordMacros", type: "RheaMacro")

#registerRoute { print("routes") }
// 1: error: the argument 'time' is missing (from macro 'registerRoute')
