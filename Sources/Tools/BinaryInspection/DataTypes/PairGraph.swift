/// The pairs of types that stand at the same position of the values of two builds, each compared
/// once.
///
/// Types that contain each other are part of many payloads. A comparison of two types therefore
/// keeps its findings without their position, and the pairs of types inside of it. Each payload has
/// the findings of all pairs that it reaches, each at the nearest position.
///
/// A payload still walks to all pairs, because its findings have other positions. A walk costs some
/// nanoseconds per pair, and a comparison some microseconds.
struct PairGraph<Finding: Sendable>: Sendable {
  /// The result of a comparison of two types.
  struct Comparison: Sendable {
    /// The findings, with positions relative to the types.
    var findings: [Finding] = []
    /// The types inside that can differ, with the steps that lead to them.
    var inner: [(pair: DataReading.Pair, step: String?)] = []
  }

  /// A pair of types with its ranges of the other arrays, which are empty before the comparison.
  private struct Node: Sendable {
    var isCompared = false
    var findings = 0..<0
    var edges = 0..<0
    /// The last visit that reached the node.
    var lastVisit = 0
  }

  private struct Edge: Sendable {
    let node: Int
    let step: String?
  }

  /// A node that a visit has reached.
  private struct Stop {
    let node: Int
    /// The index of the edge that led to the node, or of the root if no stop is before it.
    let edge: Int
    let previous: Int?
  }

  // Flat arrays, because visits of many payloads read them far more often than comparisons write.
  private var nodes: [Node] = []
  private var pairs: [DataReading.Pair] = []
  private var edges: [Edge] = []
  private var findings: [Finding] = []
  private var numbers: [DataReading.Pair: Int] = [:]
  private var visitCount = 0

  /// The number of comparisons of two types so far.
  private(set) var comparisonCount = 0

  /// Visits the pairs that a pair reaches, with the nearest first.
  ///
  /// - Parameters:
  ///   - roots: The pairs to start with, and the steps that lead to them.
  ///   - compare: Compares two types.
  ///   - body: Receives the index of the visited pair, its position and its findings, and returns
  ///     whether to continue. The position is only computed if it is called.
  mutating func visit(
    _ roots: [(pair: DataReading.Pair, step: String?)],
    compare: (DataReading.Pair) -> Comparison,
    body: (_ index: Int, _ path: () -> [String], _ findings: ArraySlice<Finding>) -> Bool
  ) {
    visitCount += 1
    var stops: [Stop] = []
    for (index, root) in roots.enumerated() {
      reach(number(of: root.pair), from: nil, index, &stops)
    }
    var index = 0
    while index < stops.count {
      let number = stops[index].node
      if !nodes[number].isCompared { add(compare(pairs[number]), to: number) }
      let node = nodes[number]
      let isContinued = body(index, { path(to: index, in: stops, roots) }, findings[node.findings])
      guard isContinued else { return }
      for edge in node.edges { reach(edges[edge].node, from: index, edge, &stops) }
      index += 1
    }
  }

  /// Adds a node to the stops, unless the current visit has reached it.
  private mutating func reach(
    _ node: Int, from previous: Int?, _ edge: Int, _ stops: inout [Stop]
  ) {
    guard nodes[node].lastVisit != visitCount else { return }
    nodes[node].lastVisit = visitCount
    stops.append(Stop(node: node, edge: edge, previous: previous))
  }

  private func path(
    to index: Int, in stops: [Stop], _ roots: [(pair: DataReading.Pair, step: String?)]
  ) -> [String] {
    var steps: [String] = []
    var stop = stops[index]
    while let previous = stop.previous {
      if let step = edges[stop.edge].step { steps.append(step) }
      stop = stops[previous]
    }
    if let step = roots[stop.edge].step { steps.append(step) }
    return steps.reversed()
  }

  private mutating func number(of pair: DataReading.Pair) -> Int {
    if let number = numbers[pair] { return number }
    numbers[pair] = nodes.count
    nodes.append(Node())
    pairs.append(pair)
    return nodes.count - 1
  }

  private mutating func add(_ comparison: Comparison, to node: Int) {
    comparisonCount += 1
    let (firstFinding, firstEdge) = (findings.count, edges.count)
    findings += comparison.findings
    for (pair, step) in comparison.inner { edges.append(Edge(node: number(of: pair), step: step)) }
    nodes[node].isCompared = true
    nodes[node].findings = firstFinding..<findings.count
    nodes[node].edges = firstEdge..<edges.count
  }
}
