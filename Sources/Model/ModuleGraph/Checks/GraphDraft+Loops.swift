extension GraphDraft {
  /// Finds the cycles in which wires carry things around.
  ///
  /// A wire leads from what it takes to what it gives, and a moment or a
  /// notification to the tasks that it runs. Of a wire that joins both ways only
  /// the written direction counts, as it does not echo.
  mutating func checkLoops() {
    let flow = FlowGraph(self)
    let byID = Dictionary(wires.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for loop in flow.cycles() {
      let ids = loop.map { nodes[$0].id }
      problems.append(
        .wireLoop(
          ids.compactMap { id in
            node(id).map { ($0, byID[id]) }
          }))
    }
  }
}

/// A graph of what causes what while the program runs.
private struct FlowGraph {
  private var targets: [[Int]]

  init(_ draft: GraphDraft) {
    let numbers = Dictionary(
      uniqueKeysWithValues: draft.nodes.enumerated().map { ($1.id, $0) })
    targets = Array(repeating: [], count: draft.nodes.count)
    for edge in draft.edges where [.wireFrom, .wireTo, .runs].contains(edge.kind) {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      targets[from].append(to)
    }
  }

  /// A shortest way around of every set of nodes that lead to each other, in the
  /// order of their first nodes.
  func cycles() -> [[Int]] {
    var components = ConnectedComponents(targets: targets)
    return components.cyclic().map { members in
      components.shortestWay(around: members[0], within: Set(members))
    }
  }
}
