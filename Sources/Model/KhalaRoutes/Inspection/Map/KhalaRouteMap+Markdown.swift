extension KhalaRouteMap {
  /// The map for people: a table for each routing class, and one for what was
  /// added at run time.
  public func markdown() -> String {
    var sections = ["# Routes"]
    for name in classNames {
      let routes = routes(ofClass: name)
      let type = routes.first?.typeName ?? name
      let location = routes.first?.location
      sections.append(
        ["## \(name)", "", "`\(type)`" + (location.map { ", \($0)" } ?? "") + ""]
          .joined(separator: "\n"))
      sections.append(Self.table(routes))
    }
    let others = routes.filter { $0.className == nil }
    if !others.isEmpty {
      sections += ["## Added at run time", Self.table(others, withPlaces: true)]
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ routes: [Route], withPlaces: Bool = false) -> String {
    var header = ["URL", "function", "priority", "access"]
    if routes.contains(where: { $0.condition != nil }) { header.append("if") }
    if withPlaces { header.append("place") }
    let rows = routes.map { route in
      header.map { column -> String in
        switch column {
        case "URL": Markdown.code(route.url)
        case "function": route.function.map { Markdown.code("\($0)") } ?? ""
        case "priority": "\(route.priority)"
        case "access": "\(route.access)"
        case "if": route.condition.map(Markdown.code) ?? ""
        default: route.location?.description ?? ""
        }
      }
    }
    return ([header, header.map { _ in "---" }] + rows)
      .map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}

/// The escaping of texts for Markdown.
enum Markdown {
  /// The text as code, also in the cell of a table.
  static func code(_ text: String) -> String {
    // A bar would end the cell even here.
    "`\(text.replacing("`", with: "'").replacing("|", with: "\\|"))`"
  }
}
