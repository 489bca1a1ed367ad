package import ModuleGraph
import Spelling

/// The pages about the modules of a program: one for each module, and one with links to them.
///
/// A page has a table for each kind of declaration, the uses of other declarations in the code of
/// the module, and its neighbors in the graph. Everything comes from the binary and the compiler's
/// index, so a page is equal for every build of the same source.
package struct ModuleCanvas {
  /// The format of the pages.
  package enum Format: String, Sendable, CaseIterable {
    /// Files that GitHub and other hosts show, with drawings in Mermaid.
    case markdown
    /// Articles for a documentation catalog, without drawings, which it does not show.
    case docc
  }

  /// The text of a file.
  package struct Page: Sendable, Hashable {
    package let file: String
    package let text: String
  }

  /// The first line of each page, by which a later call knows its own files.
  package static let mark = "<!-- Written by 'modkit docs'. -->"

  private let graph: ModuleGraph
  private let format: Format
  private let shown: [ModuleGraph.Module]
  private let linkedFile: (CodeLocation) -> String?

  /// Creates the pages of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph, with the uses in code if they are known.
  ///   - modules: The modules that get a page, or an empty set for all.
  ///   - format: The format.
  ///   - linkedFile: Returns the URL of a source file, or `nil` to write locations without links.
  package init(
    _ graph: ModuleGraph, modules: Set<String> = [], format: Format = .markdown,
    linkedFile: @escaping (CodeLocation) -> String? = { _ in nil }
  ) {
    self.graph = graph
    self.format = format
    self.linkedFile = linkedFile
    shown = graph.modules.filter { modules.isEmpty || modules.contains($0.name) }
  }

  /// The pages, with the overview first.
  package var pages: [Page] {
    [Page(file: file(of: nil), text: overview)]
      + shown.map { Page(file: file(of: $0.name), text: page(of: $0)) }
  }

  // MARK: - Pages

  private var overview: String {
    let rows = shown.map { module in
      [link(to: module.name), counts(of: module), dependencies(of: module.name)]
    }
    return text(
      title: "Modules", summary: "The modules of the program, with their declarations.",
      [table(["Module", "Declares", "Depends on"], rows), drawing(of: graph)])
  }

  private func page(of module: ModuleGraph.Module) -> String {
    let nodes = graph.nodes(ofModule: module.name)
    let kinds = nodes.map(\.kind).uniqued()
    let near = try? ModuleFocus(graph).modules(within: 1, of: [module.name])
    return text(
      title: module.name, summary: "Declares \(counts(of: module)).",
      kinds.map { kind in
        section(Self.title(of: kind), declarations(nodes.filter { $0.kind == kind }))
      } + [
        section("Uses", uses(of: module.name)),
        section(
          "Neighbors", neighbors(of: module.name),
          near.flatMap { drawing(of: graph.limited(to: $0)) }),
      ])
  }

  private func text(title: String, summary: String, _ parts: [String?]) -> String {
    ([Self.mark, "# \(EscapedText.markdown(title))", summary] + parts.compactMap(\.self))
      .joined(separator: "\n\n") + "\n"
  }

  private func section(_ title: String, _ parts: String?...) -> String? {
    let parts = parts.compactMap(\.self)
    return parts.isEmpty ? nil : (["## \(title)"] + parts).joined(separator: "\n\n")
  }

  private func table(_ heads: [String], _ rows: [[String]]) -> String? {
    guard !rows.isEmpty else { return nil }
    // A column without a value is omitted.
    let kept = heads.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let lines =
      [kept.map { heads[$0] }, kept.map { _ in "---" }] + rows.map { row in kept.map { row[$0] } }
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  // MARK: - Declarations

  private func declarations(_ nodes: [ModuleGraph.Node]) -> String? {
    table(
      ["Name", "Details", "Used by", "Source"],
      nodes.map { node in
        [
          code(Self.subject(of: node)), details(of: node),
          users(of: node).map { link(to: $0) }.joined(separator: ", "),
          node.locations.first.map(source) ?? "",
        ]
      })
  }

  /// Returns what a declaration is about, if it has no name of its own.
  private static func subject(of node: ModuleGraph.Node) -> String {
    let attribute =
      switch node.kind {
      case .callback: "event"
      case .observer: "relay"
      case .listener: "phase"
      default: ""
      }
    return node[attribute: attribute]?.description ?? node.name
  }

  private func details(of node: ModuleGraph.Node) -> String {
    let subject = Self.subject(of: node)
    return node.attributes.compactMap { attribute in
      let value = attribute.value.description
      switch attribute.name {
      case "isolation", "async", "throws", "unique", "source": return nil
      // The name of a wire has its ends.
      case "from" where node.kind == .wire, "to" where node.kind == .wire: return nil
      // The rule in words says the same.
      case "cron" where node[attribute: "schedule"] != nil: return nil
      case "priority" where value == "default" || value == "0": return nil
      default: return value == subject ? nil : "\(attribute.name) \(code(value))"
      }
    }.joined(separator: ", ")
  }

  /// Returns the other modules whose declarations or code name a declaration.
  private func users(of node: ModuleGraph.Node) -> [String] {
    let declarations = graph.edges(to: node.id).compactMap { graph.node($0.from)?.module }
    return Set(declarations + graph.uses(of: node.id).map(\.use.module))
      .subtracting([node.module ?? ""]).sorted()
  }

  // MARK: - Uses and neighbors

  private func uses(of module: String) -> String? {
    let foreign = graph.uses(inModule: module).filter { use in
      !use.nodes.contains { graph.node($0)?.module == module }
    }
    let rows = Dictionary(grouping: foreign) { found in
      "\(found.use.kind.words) \(found.use.target) \(code(found.use.name))"
    }
    return table(
      ["Use", "Source"],
      rows.sorted { $0.key < $1.key }.map { use, found in
        [use, found.compactMap(\.use.location).uniqued().map(source).joined(separator: ", ")]
      })
  }

  private func neighbors(of module: String) -> String? {
    let edges = graph.moduleEdges.filter { $0.from == module || $0.to == module }
    let rows = edges.map { edge in
      let other = edge.from == module ? edge.to : edge.from
      let relation =
        !edge.isDependency
        ? "shares names with" : edge.from == module ? "depends on" : "is needed by"
      let reasons = edge.reasons.map { EscapedText.markdown($0.text) }
      let rest =
        reasons.count > Self.mostReasons ? ["\(reasons.count - Self.mostReasons) more"] : []
      return [
        relation, link(to: other),
        (reasons.prefix(Self.mostReasons) + rest).joined(separator: "<br>"),
      ]
    }
    return table(["", "Module", "Because"], rows.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) })
  }

  private static let mostReasons = 5

  private func dependencies(of module: String) -> String {
    graph.moduleEdges.filter { $0.from == module && $0.isDependency }.map(\.to).sorted()
      .map { link(to: $0) }.joined(separator: ", ")
  }

  private func counts(of module: ModuleGraph.Module) -> String {
    let words = module.counts.map { "\($0.count) \($0.kind.words(count: $0.count))" }
    return words.isEmpty ? "nothing, and uses others" : words.joined(separator: ", ")
  }

  private func drawing(of graph: ModuleGraph) -> String? {
    guard format == .markdown, graph.modules.count > 1 else { return nil }
    return "```mermaid\n\(graph.mermaid())```"
  }

  // MARK: - Links

  private func file(of module: String?) -> String {
    switch (format, module) {
    case (.markdown, let module?): "\(module).md"
    case (.markdown, nil): "README.md"
    // A catalog already has a page with the name of its module.
    case (.docc, let module?): "Module-\(module).md"
    case (.docc, nil): "Modules.md"
    }
  }

  private func link(to module: String) -> String {
    let name = EscapedText.markdown(module)
    guard shown.contains(where: { $0.name == module }) else { return name }
    return switch format {
    case .markdown: "[\(name)](\(file(of: module)))"
    case .docc: "<doc:Module-\(module)>"
    }
  }

  private func source(_ location: CodeLocation) -> String {
    let place = code("\(location.fileID):\(location.line)")
    return linkedFile(location).map { "[\(place)](\($0)#L\(location.line))" } ?? place
  }

  private func code(_ text: String) -> String { EscapedText.markdownCode(text) }

  private static func title(of kind: ModuleGraph.Node.Kind) -> String {
    let words = kind.words(count: 2)
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension ModuleGraph.Node.Kind {
  /// The name of the kind for one node or several.
  fileprivate func words(count: Int) -> String {
    switch self {
    case .routeClass: count == 1 ? "routing class" : "routing classes"
    case .taskEvent: count == 1 ? "task event" : "task events"
    case .listener: count == 1 ? "launch phase" : "launch phases"
    default: count == 1 ? rawValue : "\(rawValue)s"
    }
  }
}
