/// The patterns of a table in the form that addresses are looked up in.
///
/// Everything is in flat arrays that refer to each other by number, and that the
/// index owns. A node with one literal child has it at hand; the literal children of
/// all other nodes are in one hash table, whose key is the node and the literal, so
/// that a node with ten thousand children is as quick as one with two.
@usableFromInline
package final class RouteIndex: Sendable {
  /// A place in the trie.
  struct Node: BitwiseCopyable, Sendable {
    /// The literal of the only literal child, if there is just one.
    var literal = Literal()
    /// The child that ``literal`` leads to, or one of the two below.
    var literalChild = Node.noLiterals
    /// The child that takes any component, or -1.
    var capture: Int32 = -1
    /// The highest rank of what ends here or below.
    var rank: Int32 = -1
    var acceptances = Slice()
    var restAcceptances = Slice()
    var matchers = Slice()

    /// There are no literal children.
    static let noLiterals: Int32 = -1
    /// The literal children are in the hash table.
    static let manyLiterals: Int32 = -2
  }

  /// The bytes of a literal segment.
  struct Literal: BitwiseCopyable, Sendable {
    /// The first eight of them, and zeros if there are fewer: most literals are compared by
    /// this alone.
    var head: UInt64 = 0
    /// All of them, in the pool.
    var range = ByteRange.empty
  }

  /// A run of elements of another array.
  struct Slice: BitwiseCopyable, Hashable, Sendable {
    var start: Int32 = 0
    var count: Int32 = 0

    @inline(__always) var indices: Range<Int> { Int(start)..<Int(start &+ count) }
  }

  /// The way from a node to one of several children by a literal; `child` is -1 in free
  /// slots.
  struct Edge: BitwiseCopyable, Sendable {
    var literal = Literal()
    var node: Int32 = -1
    var child: Int32 = -1
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
  struct Step: BitwiseCopyable, Hashable, Sendable {
    enum Kind: BitwiseCopyable, Hashable, Sendable {
      case whole
      case part(affix: Int32, Int32)
      case rest(prefixSize: Int32)
    }

    var component: Int32
    var kind: Kind
  }

  let nodes: FixedArray<Node>
  let edges: FixedArray<Edge>
  /// The bytes of all literals.
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

  /// Flattens a trie.
  ///
  /// - Complexity: O(*n*) in the segments of all patterns.
  init(_ trie: RouteTrie, patterns: [RoutePattern]) {
    var builder = RouteIndexBuilder(trie: trie, patterns: patterns)
    builder.build()
    nodes = FixedArray(builder.nodes)
    edges = FixedArray(builder.edges)
    pool = FixedArray(builder.pool)
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
    unsafe pool.deallocate()
    unsafe acceptances.deallocate()
    unsafe variants.deallocate()
    unsafe steps.deallocate()
  }
}
