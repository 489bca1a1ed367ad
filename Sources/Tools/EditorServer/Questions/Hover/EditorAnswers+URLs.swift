import KhalaRoutes
import ModuleGraph
import SourceInspection
import Spelling

extension EditorAnswers {
  /// Writes the routes that match a URL and the steps of the search, or else the nearest routes.
  func describe(url: String, routes ids: [ModuleGraph.Node.ID], on page: inout Markdown) {
    guard !ids.isEmpty else {
      page.paragraph("\(Markdown.code(url)) matches no route.")
      page.list("Nearest routes", nearestURLs(to: url).map(Markdown.code))
      if isStale { page.paragraph("*Built before the last edit.*") }
      return
    }
    for id in ids {
      guard let route = route(id) else { continue }
      let destination = route.destinations.first.map(Markdown.code) ?? "an unknown function"
      page.paragraph("\(Markdown.code(url)) calls \(destination)")
      page.paragraph(
        "by the route \(Markdown.code(route.url))"
          + (route.priority == 0 ? "" : " of priority \(route.priority)")
          + (route.module.map { ", module \(Markdown.code($0))" } ?? "")
          + (route.access == "external" ? ", open to URLs from outside" : ""))
      page.list(
        "Overloads", route.destinations.dropFirst().map(Markdown.code))
      page.list("Parameters", route.parameters.map(\.words))
    }
    describeSearch(for: url, on: &page)
  }

  /// Writes the URL and the routes that the function of a contract calls, such as
  /// `KhalaStore.find`.
  func describe(contract function: String, on page: inout Markdown) {
    for contract in constants(of: MemberKey(role: .url, member: function)) {
      page.paragraph(
        "contract \(Markdown.code(function))"
          + (module(of: contract.path).map { ", module \(Markdown.code($0))" } ?? ""))
      if let documentation = contract.documentation { page.paragraph(documentation) }
      describe(url: contract.name, routes: routes(of: contract.name).map(\.id), on: &page)
    }
  }

  /// Returns the route of a node, from the program or an open file.
  func route(_ id: ModuleGraph.Node.ID) -> RouteSource? {
    program.routes.route(id) ?? openRoutes.route(id)
  }

  /// Writes the captures of the pattern, and the steps of the search.
  ///
  /// The search covers the routes with the same first component as the URL.
  private func describeSearch(for url: String, on page: inout Markdown) {
    guard !url.contains("{"), let address = try? RouteAddress(url),
      let start = address.routeComponents.first
    else { return }
    let near = [program.routes, openRoutes].flatMap {
      $0.routes(beginningWith: start)
    }
    var seen: Set<ModuleGraph.Node.ID> = []
    let entries = near.filter { seen.insert($0.id).inserted && isDeclared($0.id) }
      .compactMap { route in
        route.pattern.map { RouteEntry($0, priority: route.priority, route: route.url) }
      }
    let table = RouteTable(entries)
    if let match = table.match(address) {
      page.list(
        "Captured",
        KhalaExplanation.captures(match.captures).map { "\($0.name) = \(Markdown.code($0.value))" })
    }
    let explanation = table.explain(address, naming: 3)
    page.list("Search", explanation.narration)
    page.list("Other routes", explanation.candidates.map { "\($0)" })
  }

  /// Returns the URLs of the routes that are spelled most like a URL without a route.
  func nearestURLs(to url: String) -> [String] {
    let (path, query) = url.splitQuery
    var budget = SearchBudget(steps: 200_000)
    let wanted = path.withoutScheme
    let own = openRoutes.routes.map(\.url)
    let patterns =
      NearestNames(own).nearest(to: wanted, atMost: 3, budget: &budget)
      + (program.names.nearest[.url]?.nearest(to: wanted, atMost: 3, budget: &budget) ?? [])
    var seen: Set<String> = []
    return patterns.filter { !$0.contains("{") && seen.insert($0).inserted }.prefix(3).map {
      pattern in
      let scheme = path.scheme ?? "kl"
      return (pattern.contains("://") ? pattern : "\(scheme)://\(pattern)") + query
    }
  }
}

extension RouteParameter {
  /// The name, the type and the default value, as Markdown.
  var words: String {
    "\(Markdown.code("\(name): \(type)"))"
      + (defaultValue.map { ", \(Markdown.code($0)) by default" }
        ?? (isRequired ? "" : ", optional"))
  }
}

extension String {
  /// The part of the URL before the query, and the query with its question mark.
  var splitQuery: (path: String, query: String) {
    guard let mark = firstIndex(of: "?") else { return (self, "") }
    return (String(self[..<mark]), String(self[mark...]))
  }

  /// The scheme of the URL, or `nil` if the URL has none.
  var scheme: String? { firstRange(of: "://").map { String(self[..<$0.lowerBound]) } }

  /// The URL without its scheme.
  var withoutScheme: String {
    firstRange(of: "://").map { String(self[$0.upperBound...]) } ?? self
  }
}

/// A Markdown document, which is written line by line.
struct Markdown {
  private(set) var lines: [String] = []

  /// Adds a paragraph.
  mutating func paragraph(_ text: String) {
    if !lines.isEmpty { lines.append("") }
    lines.append(text)
  }

  /// Adds a list with a title.
  ///
  /// An empty list is omitted.
  mutating func list(_ title: String, _ items: [String]) {
    guard !items.isEmpty else { return }
    paragraph("**\(title)**")
    lines.append("")
    lines += items.map { "- \($0)" }
  }

  var text: String { lines.joined(separator: "\n") }

  /// Returns a string as inline code, with as many backticks around it as its content requires.
  static func code(_ text: String) -> String {
    let text = text.isEmpty ? " " : EscapedText.line(text)
    var run = 0
    var longest = 0
    for character in text.utf8 {
      run = character == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let quotes = String(repeating: "`", count: longest + 1)
    let space = longest > 0 ? " " : ""
    return quotes + space + text + space + quotes
  }
}
