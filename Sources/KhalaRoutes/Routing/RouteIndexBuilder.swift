/// Turns a trie into the arrays of a ``RouteIndex``.
struct RouteIndexBuilder {
  private let trie: RouteTrie
  private let patterns: [RoutePattern]

  private(set) var nodes: [RouteIndex.Node] = []
  private(set) var edges: [RouteIndex.Edge] = []
  private(set) var exacts: [RouteIndex.Exact] = []
  private(set) var exactLiterals: [ByteRange] = []
  private(set) var pool: [UInt8] = []
  private(set) var matchers: [(matcher: RouteIndex.CompiledMatcher, child: Int32)] = []
  private(set) var acceptances: [RouteIndex.Acceptance] = []
  private(set) var schemeSets: [[[UInt8]]] = []
  private(set) var variants: [RouteIndex.Variant] = []
  private(set) var steps: [RouteIndex.Step] = []
  private(set) var affixes: [RouteAffix] = []
  /// The names of the captures of each pattern.
  let names: [[String]]
  /// The names of the captures of each variant.
  private(set) var capturedNames: [[String]] = []

  private var numberOfSchemes: [[String]: Int32] = [:]
  /// The number of each priority, counted from the lowest.
  private let rankOfPriority: [Int: Int32]

  init(trie: RouteTrie, patterns: [RoutePattern]) {
    self.trie = trie
    self.patterns = patterns
    names = patterns.map(\.captureNames)
    rankOfPriority = Dictionary(uniqueKeysWithValues: zip(trie.priorities.sorted(), 0...))
  }

  mutating func build() {
    let edgeCount = trie.nodes.reduce(0) { $0 + $1.literals.count }
    edges = Array(repeating: RouteIndex.Edge(), count: Self.capacity(for: edgeCount))
    for node in trie.nodes { addNode(node) }
    var found: [RouteIndex.Exact] = []
    findExacts(at: RouteTrie.root, path: [], into: &found)
    exacts = Array(repeating: RouteIndex.Exact(), count: Self.capacity(for: found.count))
    for exact in found {
      var slot = RouteIndex.slot(exact.hash, mask: exacts.count - 1)
      while exacts[slot].node >= 0 { slot = (slot + 1) & (exacts.count - 1) }
      exacts[slot] = exact
    }
  }

  /// A power of two that leaves half of the slots free, one at least.
  private static func capacity(for count: Int) -> Int {
    var capacity = 1
    while capacity < 2 * count + 1 { capacity *= 2 }
    return capacity
  }

  private mutating func addNode(_ draft: RouteTrie.Node) {
    let number = Int32(nodes.count)
    var node = RouteIndex.Node()
    node.hasLiterals = !draft.literals.isEmpty
    node.capture = draft.capture.map(Int32.init) ?? -1
    node.matchers = RouteIndex.Slice(
      start: Int32(matchers.count), count: Int32(draft.matchers.count))
    matchers += draft.matchers.sorted { $0.key.precedes($1.key) }
      .map { (RouteIndex.CompiledMatcher($0.key), Int32($0.value)) }
    node.rank = rankOfPriority[draft.highestPriority] ?? -1
    node.acceptances = add(draft.acceptances)
    node.restAcceptances = add(draft.restAcceptances)
    nodes.append(node)
    for (literal, child) in Self.ordered(draft.literals) {
      addEdge(from: number, by: literal, to: Int32(child))
    }
  }

  private mutating func addEdge(from node: Int32, by literal: [UInt8], to child: Int32) {
    let range = ByteRange(pool.count, pool.count + literal.count)
    pool += literal
    let hash = Self.hash(literal)
    var slot = RouteIndex.slot(hash, node, mask: edges.count - 1)
    while edges[slot].child >= 0 { slot = (slot + 1) & (edges.count - 1) }
    edges[slot] = RouteIndex.Edge(hash: hash, node: node, child: child, literal: range)
  }

  private static func hash(_ literal: [UInt8]) -> UInt64 {
    ByteView.of(literal) { RouteHash.of($0, 0..<literal.count) }
  }

  /// The literals in the order in which they were added, so that one table is
  /// laid out alike in every run.
  private static func ordered(_ literals: [[UInt8]: Int]) -> [(key: [UInt8], value: Int)] {
    literals.sorted { $0.value < $1.value }
  }

  // MARK: - What ends at a node

  /// The highest priority comes first, and named schemes before none; else the order
  /// stays.
  private mutating func add(_ drafts: [RouteTrie.Acceptance]) -> RouteIndex.Slice {
    let start = acceptances.count
    let ordered = drafts.enumerated().sorted { one, two in
      let (first, second) = (one.element, two.element)
      if first.priority != second.priority { return first.priority > second.priority }
      if first.schemes.isEmpty != second.schemes.isEmpty { return second.schemes.isEmpty }
      return one.offset < two.offset
    }
    for (_, draft) in ordered {
      let variant = addVariant(draft)
      acceptances.append(
        RouteIndex.Acceptance(
          schemes: number(of: draft.schemes), rank: rankOfPriority[draft.priority] ?? -1,
          variant: variant))
    }
    return RouteIndex.Slice(start: Int32(start), count: Int32(drafts.count))
  }

  private mutating func number(of schemes: [String]) -> Int32 {
    guard !schemes.isEmpty else { return -1 }
    if let number = numberOfSchemes[schemes] { return number }
    let number = Int32(schemeSets.count)
    schemeSets.append(schemes.map { Array($0.utf8) })
    numberOfSchemes[schemes] = number
    return number
  }

  private mutating func addVariant(_ draft: RouteTrie.Acceptance) -> Int32 {
    let (entry, places) = (draft.entry, draft.places)
    let pattern = patterns[entry]
    let start = steps.count
    var hasRest = false
    for (index, place) in places.enumerated() {
      let component = Int32(index)
      switch pattern.segments[place] {
      case .literal: break
      case .capture: steps.append(RouteIndex.Step(component: component, kind: .whole))
      case .rest(let prefix, _):
        let kind = RouteIndex.Step.Kind.rest(prefixSize: Int32(prefix.count))
        steps.append(RouteIndex.Step(component: component, kind: kind))
        hasRest = true
      case .affix(let affix):
        for part in affix.captures.indices {
          steps.append(
            RouteIndex.Step(
              component: component, kind: .part(affix: Int32(affixes.count), Int32(part))))
        }
        affixes.append(affix)
      }
    }
    variants.append(
      RouteIndex.Variant(
        entry: Int32(entry),
        steps: RouteIndex.Slice(start: Int32(start), count: Int32(steps.count - start)),
        hasRest: hasRest, hasCaptures: !pattern.captureNames.isEmpty))
    capturedNames.append(
      places.count == pattern.segments.count
        ? names[entry] : places.flatMap { pattern.segments[$0].captureNames })
    return Int32(variants.count - 1)
  }

  // MARK: - Exact routes

  /// Collects the nodes that are reached by literals alone and where a route ends.
  private mutating func findExacts(
    at node: Int, path: [[UInt8]], into found: inout [RouteIndex.Exact]
  ) {
    let draft = trie.nodes[node]
    if !draft.acceptances.isEmpty {
      let start = exactLiterals.count
      var hash = RouteHash.seed
      for literal in path {
        exactLiterals.append(ByteRange(pool.count, pool.count + literal.count))
        pool += literal
        hash = RouteHash.mix(hash, Self.hash(literal))
      }
      found.append(
        RouteIndex.Exact(
          hash: hash, node: Int32(node),
          literals: RouteIndex.Slice(start: Int32(start), count: Int32(path.count))))
    }
    for (literal, child) in Self.ordered(draft.literals) {
      findExacts(at: child, path: path + [literal], into: &found)
    }
  }
}
