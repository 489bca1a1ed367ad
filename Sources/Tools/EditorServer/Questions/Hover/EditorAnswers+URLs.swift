import KhalaRoutes
import ModuleGraph
import SourceInspection
import Spelling

extension EditorAnswers {
  /// Writes what a URL leads to and why, or which routes come nearest.
  func describe(url: String, routes ids: [ModuleGraph.Node.ID], on page: inout Markdown) {
    guard !ids.isEmpty else {
      page.paragraph("\(Markdown.code(url)) leads to no route.")
      page.list("Nearest routes", nearestURLs(to: url).map(Markdown.code))
      if isStale { page.paragraph("*Built before the last edit.*") }
      return
    }
    for id in ids {
      guard let route = route(id) else { continue }
      let destination = route.destinations.first.map(Markdown.code) ?? "the function there"
      page.paragraph("\(Markdown.code(url)) leads to \(destination)")
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

  /// Writes what the function of a contract calls: `KhalaStore.find`.
  func describe(contract function: String, on page: inout Markdown) {
    for contract in constants(of: MemberKey(role: .url, member: function)) {
      page.paragraph(
        "contract \(Markdown.code(function))"
          + (module(of: contract.path).map { ", module \(Markdown.code($0))" } ?? ""))
      if let documentation = contract.documentation { page.paragraph(documentation) }
      describe(url: contract.name, routes: routes(of: contract.name).map(\.id), on: &page)
    }
  }

  /// A route of an open file or the program, by the id of its node.
  func route(_ id: ModuleGraph.Node.ID) -> RouteSource? {
    program.routes.route(id) ?? openRoutes.route(id)
  }

  /// Writes the captures of the pattern, and the steps of the search among the routes that begin
  /// as the URL does.
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

  /// The URLs of the routes that are nearest to a URL that leads to none.
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
  /// The parameter in words.
  var words: String {
    "\(Markdown.code("\(name): \(type)"))"
      + (defaultValue.map { ", \(Markdown.code($0)) if left out" }
        ?? (isRequired ? "" : ", optional"))
  }
}

extension String {
  /// The URL before its query, and the query with its question mark.
  var splitQuery: (path: String, query: String) {
    guard let mark = firstIndex(of: "?") else { return (self, "") }
    return (String(self[..<mark]), String(self[mark...]))
  }

  /// The scheme of a URL; `nil` if it has none.
  var scheme: String? { firstRange(of: "://").map { String(self[..<$0.lowerBound]) } }

  /// The URL behind its scheme.
  var withoutScheme: String {
    firstRange(of: "://").map { String(self[$0.upperBound...]) } ?? self
  }
}

/// Markdown text, which is created line by line.
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

  /// Returns a text as code, with the necessary number of backticks around it.
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
