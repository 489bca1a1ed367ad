import ModuleGraph

/// A search for everything that changes affect, step by step, with the path to each node.
struct InfluenceSearch {
  typealias Node = ModuleGraph.Node

  /// The maximum number of declarations of a path in the result, counted from its end.
  static let longestWay = 30

  /// The step on which the search first found a node.
  private struct Step {
    /// The changed file at the start.
    let file: String
    /// The previous node.
    ///
    /// It is `nil` for a declaration in the file, and for a name that its code changes.
    let earlier: Node.ID?
    let depth: Int
  }

  private let graph: ModuleGraph
  private let influences: InfluenceMap
  private var steps: [String: Step] = [:]

  /// The identifiers of the affected nodes and code, in the order in which they were found.
  private(set) var found: [String] = []

  init(_ graph: ModuleGraph) {
    self.graph = graph
    influences = InfluenceMap(graph)
  }

  /// Starts at the declarations of files, and continues for the given number of steps.
  mutating func follow(_ files: [AffectedDeclarations.File], _ limit: Int) {
    for file in files {
      reach(file.declarations, Step(file: file.fileID ?? file.path, earlier: nil, depth: 0))
    }
    if limit > 0 {
      for fileID in files.compactMap(\.fileID) {
        let changed = influences.changed(byCodeIn: fileID)
        reach(changed, Step(file: fileID, earlier: nil, depth: 1))
      }
    }
    follow(limit)
  }

  private mutating func reach(_ ids: [String], _ step: Step) {
    for id in ids where steps[id] == nil {
      steps[id] = step
      found.append(id)
    }
  }

  /// Continues from everything that was found.
  ///
  /// Names that code changes have depth 1 and are added after everything with depth 0. The results
  /// are therefore in the order of their depth, and each path is a shortest one.
  private mutating func follow(_ limit: Int) {
    var next = 0
    while next < found.count {
      let id = found[next]
      next += 1
      guard let step = steps[id], step.depth < limit else { continue }
      reach(
        influences.influenced(by: id),
        Step(file: step.file, earlier: id, depth: step.depth + 1))
    }
  }

  /// Returns descriptions of everything that was found, by depth.
  func reached() -> [AffectedDeclarations.Reached] {
    found.compactMap { id in
      guard let step = steps[id] else { return nil }
      let way = way(to: id, step)
      if let node = graph.node(id) { return .init(node, depth: step.depth, way: way) }
      return influences.use(id).map { .init(id, $0, depth: step.depth, way: way) }
    }
  }

  /// Returns the path to a node or code: the file, followed by each declaration.
  ///
  /// - Complexity: O(1), because the start of a long path is omitted.
  private func way(to id: String, _ step: Step) -> [String] {
    var ids = [id]
    while ids.count < Self.longestWay, let earlier = ids.last.flatMap({ steps[$0]?.earlier }) {
      ids.append(earlier)
    }
    let isWhole = ids.last.flatMap { steps[$0]?.earlier } == nil
    let gap = isWhole ? [] : ["(\(step.depth + 1 - ids.count) more)"]
    return [step.file] + gap + mentions(of: ids.reversed(), isWhole: isWhole)
  }

  /// Returns the descriptions of the nodes of a path, with the module of the last one.
  private func mentions(of ids: [String], isWhole: Bool) -> [String] {
    ids.enumerated().map { number, id in
      let isLast = number == ids.count - 1
      guard let node = graph.node(id) else { return mention(ofCode: id) }
      // A wire between its ends needs no name.
      if node.kind == .wire, number > 0 || !isWhole, !isLast { return "wire" }
      let module = isLast ? node.module.map { " (\($0))" } ?? "" : ""
      return "\(node.kind) \(node.name)\(module)"
    }
  }

  private func mention(ofCode id: String) -> String {
    guard let use = influences.use(id) else { return id }
    return "code that \(use.kind) it (\(use.module))"
  }
}
