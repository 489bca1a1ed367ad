package import ModuleGraph

/// All known information about a declaration or a name.
package struct NodeDescription: Sendable, Encodable {
  package let node: ModuleGraph.Node
  /// The records that declare it.
  package let records: [RecordListing.Entry]
  /// The relations to other nodes, as sentences.
  package let relations: [String]
  /// The uses in code, by origin.
  package let uses: [ModuleGraph.Use]
  /// A Boolean value that indicates whether uses in code were included.
  package let usesAreKnown: Bool
  /// The problems of the node.
  package let problems: [String]

  /// Returns the descriptions of the nodes that match a word: the name of a node, its identifier,
  /// its source location, or the last part of its name.
  ///
  /// If nothing matches, the result is empty.
  package static func all(
    named word: String, in graph: ModuleGraph, of listing: RecordListing
  ) -> [NodeDescription] {
    let tests: [(ModuleGraph.Node) -> Bool] = [
      { $0.name == word || $0.id == word || "\($0.kind) \($0.name)" == word },
      { node in node.locations.contains { "\($0)" == word || $0.fileID == word } },
      { $0.name.split(whereSeparator: { "/.".contains($0) }).last == word[...] },
    ]
    let nodes = tests.lazy.map { graph.nodes.filter($0) }.first { !$0.isEmpty } ?? []
    // The nodes are in a set, because a word may match thousands of them.
    let wanted = Set(nodes.map(\.id))
    var problems: [ModuleGraph.Node.ID: [String]] = [:]
    for problem in graph.problems {
      for id in Set(problem.nodes) where wanted.contains(id) {
        problems[id, default: []].append("\(problem.severity.rawValue): \(problem.message)")
      }
    }
    let entries = Dictionary(grouping: listing.entries.indices) { number in
      let entry = listing.entries[number]
      return CodeLocation(fileID: entry.file, line: entry.line, column: entry.column)
    }
    return nodes.map { node in
      // Code that only uses a name has a location, too, but no record.
      let places = node.certainty == .declared ? Set(node.locations) : []
      return NodeDescription(
        node, in: graph,
        records: places.flatMap { entries[$0] ?? [] }.sorted().map { listing.entries[$0] },
        problems: problems[node.id] ?? [])
    }
  }

  private init(
    _ node: ModuleGraph.Node, in graph: ModuleGraph, records: [RecordListing.Entry],
    problems: [String]
  ) {
    self.node = node
    self.records = records
    self.problems = problems
    uses = Dictionary(grouping: graph.uses(of: node.id).map(\.use), by: \.origin)
      .sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value)
    usesAreKnown = graph.usesAreKnown
    func mention(_ id: ModuleGraph.Node.ID) -> String {
      guard let other = graph.node(id) else { return id }
      return "\(other.kind) \(other.name)" + (other.locations.first.map { " (\($0))" } ?? "")
    }
    relations =
      graph.edges(from: node.id).map { "\($0.kind) -> \(mention($0.to))" }
      + graph.edges(to: node.id).map { "\($0.kind) <- \(mention($0.from))" }
  }

  /// Returns a use on one line: `Search calls it (Search/Finder.swift:12)`.
  private static func line(of use: ModuleGraph.Use) -> String {
    let place = use.location.map { " (\($0))" } ?? ""
    return "\(use.module) \(use.kind.words) it\(place)\(use.originWords)"
  }

  /// The description for people, as lines.
  package var lines: [String] {
    var rows: [(title: String, text: String)] = []
    func add(_ title: String, _ texts: [String]) {
      for (number, text) in texts.enumerated() { rows.append((number == 0 ? title : "", text)) }
    }
    let records = records.map {
      "\($0.recordKind) \($0.id), \($0.bytes) bytes in \($0.image)"
    }
    add("module", [node.module].compactMap(\.self))
    add("\(node.certainty)", node.locations.map(\.description))
    for attribute in node.attributes { add(attribute.name, ["\(attribute.value)"]) }
    add("relations", relations)
    add("uses", uses.map(Self.line))
    add("record", records)
    add("problems", problems)
    let width = (rows.map(\.title.count).max() ?? 0) + 2
    return ["\(node.kind) \(node.name)"]
      + rows.map { title, text in
        "  \(title)\(String(repeating: " ", count: width - title.count))\(text)"
      }
  }
}
