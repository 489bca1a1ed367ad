import KhalaRoutes
import ModuleGraph

/// A route that was read from a graph or a source.
struct RouteSource: Sendable {
  /// The ID of the route's node.
  let id: ModuleGraph.Node.ID
  /// The pattern with its schemes, as the graph names it.
  let url: String
  var priority = 0
  var access = "internal"
  /// The destinations, such as `Store.product(id: Int) -> Product`, one for each overload.
  var destinations: [String] = []
  var module: String?
  /// The parsed pattern, or `nil` if it is malformed.
  let pattern: RoutePattern?
  /// The pattern without its schemes.
  let path: String
  /// The path in lower case, for completions.
  let lowercasedPath: String

  /// Creates a route from its declaration in a file.
  init(url: String, module: String?) {
    id = ModuleGraph.Node.id(.route, url)
    self.url = url
    self.module = module
    pattern = try? RoutePattern(url)
    path = pattern?.textWithoutSchemes ?? url
    lowercasedPath = path.lowercased()
  }

  /// Creates a route from its node in a graph.
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

  /// The schemes of matching URLs, empty if any scheme matches.
  var schemes: [String] { pattern?.schemes ?? [] }

  /// The function of a route `Class/function`, or `nil` for a route with a custom path.
  var function: String? {
    let parts = url.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !url.contains("{") ? String(parts[1]) : nil
  }

  /// The parameters of the first destination.
  var parameters: [RouteParameter] { destinations.first.map(RouteParameter.list(of:)) ?? [] }
}
