/// An index of the nodes of a graph and their edges.
struct GraphIndex: Sendable, Hashable {
  private var numbers: [String: Int] = [:]
  private var ranges: [ModuleGraph.Node.Kind: Range<Int>] = [:]
  /// The indices at which the edges from each node start, followed by the total number of edges.
  private var outgoingStarts: [Int]
  /// The indices in `incomingEdges` at which the edges to each node start.
  private var incomingStarts: [Int]
  private var incomingEdges: [Int] = []
  /// The indices of the uses of each node.
  private var uses: [String: [Int]] = [:]

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - nodes: The nodes, grouped by kind.
  ///   - edges: The edges, grouped by their source node, in the order of the nodes.
  ///   - uses: The uses.
  init(
    nodes: [ModuleGraph.Node], edges: [ModuleGraph.Edge], uses: [ModuleGraph.ResolvedUse]
  ) {
    numbers.reserveCapacity(nodes.count)
    for (number, node) in nodes.enumerated() {
      numbers[node.id] = number
      ranges[node.kind] = (ranges[node.kind]?.lowerBound ?? number)..<number + 1
    }
    outgoingStarts = Array(repeating: 0, count: nodes.count + 1)
    incomingStarts = outgoingStarts
    for edge in edges {
      if let from = numbers[edge.from] { outgoingStarts[from + 1] += 1 }
      if let to = numbers[edge.to] { incomingStarts[to + 1] += 1 }
    }
    for number in nodes.indices {
      outgoingStarts[number + 1] += outgoingStarts[number]
      incomingStarts[number + 1] += incomingStarts[number]
    }
    var next = incomingStarts
    incomingEdges = Array(repeating: 0, count: incomingStarts[nodes.count])
    for (number, edge) in edges.enumerated() {
      guard let to = numbers[edge.to] else { continue }
      incomingEdges[next[to]] = number
      next[to] += 1
    }
    for (number, use) in uses.enumerated() {
      for id in use.nodes { self.uses[id, default: []].append(number) }
    }
  }

  func number(of id: String) -> Int? { numbers[id] }

  func uses(of node: String) -> [Int] { uses[node] ?? [] }

  func range(of kind: ModuleGraph.Node.Kind) -> Range<Int> { ranges[kind] ?? 0..<0 }

  func outgoing(of node: Int) -> Range<Int> { outgoingStarts[node]..<outgoingStarts[node + 1] }

  func incoming(of node: Int) -> ArraySlice<Int> {
    incomingEdges[incomingStarts[node]..<incomingStarts[node + 1]]
  }
}
