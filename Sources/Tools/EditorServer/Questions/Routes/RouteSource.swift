import KhalaRoutes
import ModuleGraph

/// A route as a graph or a source has it.
struct RouteSource: Sendable {
  /// The id of its node.
  let id: ModuleGraph.Node.ID
  /// The pattern with its schemes, as the graph names it.
  let url: String
  var priority = 0
  var access = "internal"
  /// The destinations: `Store.product(id: Int) -> Product`; several for overloads.
  var destinations: [String] = []
  var module: String?
  /// The pattern; `nil` if it cannot be read.
  let pattern: RoutePattern?
  /// The pattern without its schemes.
  let path: String
  /// The path without regard to case, for completions.
  let lowercasedPath: String

  /// Takes over a route that a file declares.
  init(url: String, module: String?) {
    id = ModuleGraph.Node.id(.route, url)
    self.url = url
    self.module = module
    pattern = try? RoutePattern(url)
    path = pattern?.textWithoutSchemes ?? url
    lowercasedPath = path.lowercased()
  }

  /// Takes over the node of a route.
  init(_ node: ModuleGraph.Node) {
    id = node.id
    url = node.name
    module = node.module
    pattern = try? RoutePattern(url)
    path = pattern?.textWithoutSchemes ?? url
    lowercasedPath = path.lowercased()
    for attribute in node.attributes {
      switch (attribute.name, attribute.value) {
      case ("priority", .number(let number)): priority = Int(exactly: number) ?? 0
      case ("access", .text(let text)): access = text
      case ("leadsTo", .text(let text)): destinations.append(text)
      default: break
      }
    }
  }

  /// The schemes that its addresses may have; any if there are none.
  var schemes: [String] { pattern?.schemes ?? [] }

  /// The function of a route `Class/function`; `nil` for a route with a path of its own.
  var function: String? {
    let parts = url.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !url.contains("{") ? String(parts[1]) : nil
  }

  /// The values that callers may give, of the first destination.
  var parameters: [RouteParameter] { destinations.first.map(RouteParameter.list(of:)) ?? [] }
}
