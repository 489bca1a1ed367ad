/// The patterns of a table in the form that addresses are looked up in.
///
/// Everything is in flat arrays that refer to each other by number, and that the
/// index owns. All literal children of all nodes are in one hash table, whose key
/// is the node and the literal, so that a node with ten thousand children is as
/// quick as one with two.
@usableFromInline
package final class RouteIndex: Sendable {
  /// A place in the trie.
  struct Node: BitwiseCopyable, Sendable {
    var acceptances: Slice = Slice()
    var restAcceptances: Slice = Slice()
    var matchers: Slice = Slice()
    /// The child that takes any component, or -1.
    var capture: Int32 = -1
    /// The highest rank of what ends here or below.
    var rank: Int32 = -1
    var hasLiterals = false
  }

  /// A run of elements of another array.
  struct Slice: BitwiseCopyable, Sendable {
    var start: Int32 = 0
    var count: Int32 = 0

    @inline(__always) var indices: Range<Int> { Int(start)..<Int(start &+ count) }
  }

  /// The way from a node to a child by a literal; `child` is -1 in free slots.
  struct Edge: BitwiseCopyable, Sendable {
    var hash: UInt64 = 0
    var node: Int32 = -1
    var child: Int32 = -1
    var literal = ByteRange.empty
  }

  /// A route without captures; `node` is -1 in free slots.
  struct Exact: BitwiseCopyable, Sendable {
    var hash: UInt64 = 0
    var node: Int32 = -1
    var literals = Slice()
  }

  /// The routes that end at a node.
  struct Acceptance: BitwiseCopyable, Sendable {
    /// Which schemes are taken, or -1 for any.
    var schemes: Int32
    /// The number of its priority, counted from the lowest.
    var rank: Int32
    var variant: Int32
  }

  /// A pattern with some of its optional segments.
  struct Variant: BitwiseCopyable, Sendable {
    var entry: Int32
    var steps: Slice
    var hasRest: Bool
    /// A Boolean value that indicates whether the pattern has any, with or without its
    /// optional segments.
    var hasCaptures: Bool
  }

  /// A step that finds one captured text again.
  struct Step: BitwiseCopyable, Sendable {
    enum Kind: BitwiseCopyable, Sendable {
      case whole
      case part(affix: Int32, Int32)
      case rest(prefixSize: Int32)
    }

    var component: Int32
    var kind: Kind
  }

  let nodes: FixedArray<Node>
  let edges: FixedArray<Edge>
  let exacts: FixedArray<Exact>
  /// The literals of exact routes, one component after the other.
  let exactLiterals: FixedArray<ByteRange>
  /// The bytes of all literals, with eight more at the end.
  let pool: FixedArray<UInt8>
  let matchers: [(matcher: CompiledMatcher, child: Int32)]
  let acceptances: FixedArray<Acceptance>
  let schemeSets: [[[UInt8]]]
  let variants: FixedArray<Variant>
  let steps: FixedArray<Step>
  /// The names of the captures of each pattern.
  let names: [[String]]
  /// The names of the captures of each variant, in the order of its steps.
  let capturedNames: [[String]]
  let affixes: [RouteAffix]
  /// The number of components that can make a difference.
  let componentLimit: Int

  /// A matcher that need not be put together anew for each component.
  enum CompiledMatcher: Sendable {
    case typed(RouteConverter)
    case affix(RouteAffix)
    case rest(prefix: [UInt8])

    init(_ matcher: RouteMatcher) {
      switch matcher {
      case .typed(let converter): self = .typed(converter)
      case .rest(let prefix): self = .rest(prefix: prefix)
      case .affix(let literals, let converters):
        self = .affix(
          RouteAffix(
            literals: literals, captures: converters.map { RouteCapture(name: "", converter: $0) }))
      }
    }

    func matches(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
      switch self {
      case .typed(let converter): converter.accepts(bytes, range)
      case .affix(let affix): affix.matches(bytes, range) { _, _ in }
      case .rest(let prefix):
        range.count > prefix.count && bytes.contains(prefix, at: range.lowerBound)
      }
    }
  }

  /// The first slot to look in for a route without captures.
  @inline(__always)
  static func slot(_ hash: UInt64, mask: Int) -> Int { slot(hash, 0, mask: mask) }

  /// The first slot to look in for an edge.
  @inline(__always)
  static func slot(_ hash: UInt64, _ node: Int32, mask: Int) -> Int {
    let mixed = (hash ^ UInt64(truncatingIfNeeded: node) &* 0xA24B_AED4_963E_E407)
    return Int(truncatingIfNeeded: mixed &* 0x9FB2_1C65_1E98_DF25 &>> 32) & mask
  }

  /// Flattens a trie.
  ///
  /// - Complexity: O(*n*) in the segments of all patterns.
  init(_ trie: RouteTrie, patterns: [RoutePattern]) {
    var builder = RouteIndexBuilder(trie: trie, patterns: patterns)
    builder.build()
    nodes = FixedArray(builder.nodes)
    edges = FixedArray(builder.edges)
    exacts = FixedArray(builder.exacts)
    exactLiterals = FixedArray(builder.exactLiterals)
    pool = FixedArray(builder.pool + Array(repeating: 0, count: 8))
    names = builder.names
    capturedNames = builder.capturedNames
    matchers = builder.matchers
    acceptances = FixedArray(builder.acceptances)
    schemeSets = builder.schemeSets
    variants = FixedArray(builder.variants)
    steps = FixedArray(builder.steps)
    affixes = builder.affixes
    componentLimit = trie.depth + 1
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe edges.deallocate()
    unsafe exacts.deallocate()
    unsafe exactLiterals.deallocate()
    unsafe pool.deallocate()
    unsafe acceptances.deallocate()
    unsafe variants.deallocate()
    unsafe steps.deallocate()
  }
}
