/// Turns a trie into the arrays of a ``RouteIndex``.
struct RouteIndexBuilder {
  private let trie: RouteTrie
  private let patterns: [RoutePattern]

  private(set) var nodes: [RouteIndex.Node] = []
  private(set) var edges: [RouteIndex.Edge] = []
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
  /// Literals and steps that several places have in common are kept once: a large table
  /// stays small, and what many lookups read stays in the cache.
  private var pooledLiterals: [[UInt8]: RouteIndex.Literal] = [:]
  private var sliceOfSteps: [[RouteIndex.Step]: RouteIndex.Slice] = [:]
  /// The number of each priority, counted from the lowest.
  private let rankOfPriority: [Int: Int32]

  init(trie: RouteTrie, patterns: [RoutePattern]) {
    self.trie = trie
    self.patterns = patterns
    names = patterns.map(\.captureNames)
    rankOfPriority = Dictionary(uniqueKeysWithValues: zip(trie.priorities.sorted(), 0...))
  }

  mutating func build() {
    let edgeCount = trie.nodes.reduce(0) { $0 + ($1.literals.count > 1 ? $1.literals.count : 0) }
    edges = Array(repeating: RouteIndex.Edge(), count: Self.capacity(for: edgeCount))
    for node in trie.nodes { addNode(node) }
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
    if let (literal, child) = draft.literals.first {
      let isOnly = draft.literals.count == 1
      node.literal = isOnly ? pooled(literal) : RouteIndex.Literal()
      node.literalChild = isOnly ? Int32(child) : RouteIndex.Node.manyLiterals
    }
    node.capture = draft.capture.map(Int32.init) ?? -1
    node.matchers = RouteIndex.Slice(
      start: Int32(matchers.count), count: Int32(draft.matchers.count))
    matchers += draft.matchers.sorted { $0.key.precedes($1.key) }
      .map { (RouteIndex.CompiledMatcher($0.key), Int32($0.value)) }
    node.rank = rankOfPriority[draft.highestPriority] ?? -1
    node.acceptances = add(draft.acceptances)
    node.restAcceptances = add(draft.restAcceptances)
    nodes.append(node)
    guard node.literalChild == RouteIndex.Node.manyLiterals else { return }
    for (literal, child) in Self.ordered(draft.literals) {
      addEdge(from: number, by: literal, to: Int32(child))
    }
  }

  private mutating func addEdge(from node: Int32, by literal: [UInt8], to child: Int32) {
    let pooled = pooled(literal)
    let hash = ByteView.of(literal) {
      RouteHash.of($0, ByteRange(0, literal.count), head: pooled.head, below: node)
    }
    var slot = Int(truncatingIfNeeded: hash) & (edges.count - 1)
    while edges[slot].child >= 0 { slot = (slot + 1) & (edges.count - 1) }
    edges[slot] = RouteIndex.Edge(literal: pooled, node: node, child: child)
  }

  private mutating func pooled(_ literal: [UInt8]) -> RouteIndex.Literal {
    if let known = pooledLiterals[literal] { return known }
    let pooled = RouteIndex.Literal(
      head: ByteView.of(literal) { $0.head(of: ByteRange(0, literal.count)) },
      range: ByteRange(pool.count, pool.count + literal.count))
    pool += literal
    pooledLiterals[literal] = pooled
    return pooled
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
    var steps: [RouteIndex.Step] = []
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
        steps: slice(of: steps),
        hasRest: hasRest, hasCaptures: !pattern.captureNames.isEmpty))
    capturedNames.append(
      places.count == pattern.segments.count
        ? names[entry] : places.flatMap { pattern.segments[$0].captureNames })
    return Int32(variants.count - 1)
  }

  private mutating func slice(of steps: [RouteIndex.Step]) -> RouteIndex.Slice {
    if let slice = sliceOfSteps[steps] { return slice }
    let slice = RouteIndex.Slice(start: Int32(self.steps.count), count: Int32(steps.count))
    self.steps += steps
    sliceOfSteps[steps] = slice
    return slice
  }
}
