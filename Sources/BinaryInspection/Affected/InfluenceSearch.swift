import ModuleGraph

/// A search for all that changes reach, step by step, with the way to each node.
struct InfluenceSearch {
  typealias Node = ModuleGraph.Node

  /// The number of declarations of a way that are shown: those at its end.
  static let longestWay = 30

  /// The way by which a node was reached first.
  private struct Step {
    /// The changed file at the beginning.
    let file: String
    /// The node before it; `nil` for a declaration of the file.
    let earlier: Node.ID?
    let depth: Int
  }

  private let graph: ModuleGraph
  private let influences: InfluenceMap
  private var steps: [Node.ID: Step] = [:]

  /// The nodes that are reached, in the order in which they were.
  private(set) var found: [Node.ID] = []

  init(_ graph: ModuleGraph) {
    self.graph = graph
    influences = InfluenceMap(graph)
  }

  /// Begins at the declarations of a file.
  mutating func begin(at declarations: [Node.ID], of file: String) {
    for id in declarations where steps[id] == nil {
      steps[id] = Step(file: file, earlier: nil, depth: 0)
      found.append(id)
    }
  }

  /// Goes on from all that has been found, for at most so many steps.
  mutating func follow(_ limit: Int) {
    var next = 0
    while next < found.count {
      let id = found[next]
      next += 1
      guard let step = steps[id], step.depth < limit else { continue }
      for other in influences.influenced(by: id) where steps[other] == nil {
        steps[other] = Step(file: step.file, earlier: id, depth: step.depth + 1)
        found.append(other)
      }
    }
  }

  func depth(of id: Node.ID) -> Int { steps[id]?.depth ?? 0 }

  /// Returns the way to a node: the file, then each declaration up to it.
  ///
  /// - Complexity: O(1), as the beginning of a long way is left out.
  func way(to id: Node.ID) -> [String] {
    guard let step = steps[id] else { return [] }
    var ids = [id]
    while ids.count < Self.longestWay, let earlier = ids.last.flatMap({ steps[$0]?.earlier }) {
      ids.append(earlier)
    }
    let omitted = step.depth + 1 - ids.count
    let gap = omitted == 0 ? [] : ["(\(omitted) more)"]
    return [step.file] + gap + mentions(of: ids.reversed(), isWhole: omitted == 0)
  }

  /// Returns the words for the nodes of a way, with the module of the last one.
  private func mentions(of ids: [Node.ID], isWhole: Bool) -> [String] {
    ids.compactMap(graph.node).enumerated().map { number, node in
      let isLast = number == ids.count - 1
      // A wire between its ends needs no name of its own.
      if node.kind == .wire, number > 0 || !isWhole, !isLast { return "wire" }
      let module = isLast ? node.module.map { " (\($0))" } ?? "" : ""
      return "\(node.kind) \(node.name)\(module)"
    }
  }
}
