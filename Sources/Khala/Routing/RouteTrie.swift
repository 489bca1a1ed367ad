/// Patterns merged by what their segments have in common, while a table is built.
struct RouteTrie {
  /// A variant of a pattern that ends here.
  struct Acceptance: Hashable {
    var entry: Int
    /// Which segments of the pattern the variant has.
    var places: [Int]
    var schemes: [String]
  }

  struct Node {
    var literals: [[UInt8]: Int] = [:]
    var matchers: [(matcher: RouteMatcher, child: Int)] = []
    var capture: Int?
    /// What matches if the address ends here.
    var acceptances: [Acceptance] = []
    /// What matches if it does not.
    var restAcceptances: [Acceptance] = []
  }

  private(set) var nodes: [Node] = []
  /// The longest way from a root, in components.
  private(set) var depth = 0

  /// Adds a node without anything in it.
  mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Adds a variant of a pattern, unless another one of the pattern is the same but
  /// for the names of captures.
  ///
  /// - Returns: The entries that were there before and take some of the same
  ///   addresses with the same precedence.
  mutating func insert(
    _ variant: RouteVariant, of entry: Int, schemes: [String], at root: Int
  ) -> [Int] {
    let acceptance = Acceptance(entry: entry, places: variant.places, schemes: schemes)
    var node = root
    depth = max(depth, variant.segments.count)
    for segment in variant.segments {
      if case .rest(let prefix, _) = segment {
        guard !prefix.isEmpty else {
          return Self.insert(acceptance, into: &nodes[node].restAcceptances)
        }
        // The component that begins with the prefix may be the last one.
        node = child(of: node, for: segment)
        _ = Self.insert(acceptance, into: &nodes[node].restAcceptances)
      } else {
        node = child(of: node, for: segment)
      }
    }
    return Self.insert(acceptance, into: &nodes[node].acceptances)
  }

  private mutating func child(of node: Int, for segment: RouteSegment) -> Int {
    if case .literal(let bytes) = segment {
      if let child = nodes[node].literals[bytes] { return child }
      let child = addNode()
      nodes[node].literals[bytes] = child
      return child
    }
    if let matcher = RouteMatcher(segment) {
      if let found = nodes[node].matchers.first(where: { $0.matcher == matcher }) {
        return found.child
      }
      let child = addNode()
      let place =
        nodes[node].matchers.firstIndex { matcher.precedes($0.matcher) }
        ?? nodes[node].matchers.endIndex
      nodes[node].matchers.insert((matcher, child), at: place)
      return child
    }
    if let child = nodes[node].capture { return child }
    let child = addNode()
    nodes[node].capture = child
    return child
  }

  private static func rivals(of one: Acceptance, in others: [Acceptance]) -> [Int] {
    others.filter { other in
      other.schemes.isEmpty
        ? one.schemes.isEmpty : other.schemes.contains(where: one.schemes.contains)
    }.map(\.entry)
  }

  /// Puts named schemes before none, and otherwise keeps the order.
  ///
  /// - Returns: The entries that take some of the same addresses.
  private static func insert(
    _ acceptance: Acceptance, into others: inout [Acceptance]
  ) -> [Int] {
    guard !others.contains(where: { $0.entry == acceptance.entry }) else { return [] }
    let rivals = rivals(of: acceptance, in: others)
    let place = acceptance.schemes.isEmpty ? nil : others.firstIndex(where: \.schemes.isEmpty)
    others.insert(acceptance, at: place ?? others.endIndex)
    return rivals
  }

  /// An entry below this node that matches whatever these segments match.
  func cover(
    of segments: ArraySlice<RouteSegment>, schemes: [String], below node: Int
  ) -> Int? {
    func taker(_ acceptances: [Acceptance]) -> Int? {
      acceptances.first { acceptance in
        acceptance.schemes.isEmpty
          || !schemes.isEmpty && schemes.allSatisfy(acceptance.schemes.contains)
      }?.entry
    }
    guard let segment = segments.first else { return taker(nodes[node].acceptances) }
    for child in children(of: node, covering: segment) {
      if let entry = cover(of: segments.dropFirst(), schemes: schemes, below: child) {
        return entry
      }
    }
    return taker(nodes[node].restAcceptances)
  }

  private func children(of node: Int, covering segment: RouteSegment) -> [Int] {
    let node = nodes[node]
    var children: [Int] = []
    switch segment {
    case .literal(let bytes):
      if let child = node.literals[bytes] { children.append(child) }
      children += node.matchers.filter { $0.matcher.matches(bytes) }.map(\.child)
    case .affix, .capture, .rest:
      if let matcher = RouteMatcher(segment) {
        children += node.matchers.filter { $0.matcher.covers(matcher) }.map(\.child)
      }
      // Only another rest takes several components.
      if case .rest = segment { return children }
    }
    if let child = node.capture { children.append(child) }
    return children
  }
}

extension RouteMatcher {
  /// The segment that this is, its captures without names.
  var affix: RouteAffix? {
    guard case .affix(let literals, let converters) = self else { return nil }
    return RouteAffix(
      literals: literals, captures: converters.map { RouteCapture(name: "", converter: $0) })
  }

  /// Whether a component, decoded, is matched.
  func matches(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
    switch self {
    case .typed(let converter): converter.accepts(bytes, range)
    case .affix: affix?.matches(bytes, range) { _, _ in } ?? false
    case .rest(let prefix):
      range.count > prefix.count && bytes.contains(prefix, at: range.lowerBound)
    }
  }

  /// Whether a component of these bytes is matched.
  func matches(_ component: [UInt8]) -> Bool {
    ByteView.of(component) { matches($0, 0..<component.count) }
  }
}
