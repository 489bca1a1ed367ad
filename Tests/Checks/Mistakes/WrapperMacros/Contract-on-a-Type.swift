// A macro of your own is expanded by that of `@KhalaCall`, and stands on a type.
import Khala

@attached(peer)
macro Contract(_ url: String) = #externalMacro(module: "ToolkitMacros", type: "KhalaCallMacro")

@Contract("kl://Catalog/count")
// 1: error: '@KhalaCall' is for functions: it writes a body that calls a route (from macro
//   'Contract')
enum Catalog {}
