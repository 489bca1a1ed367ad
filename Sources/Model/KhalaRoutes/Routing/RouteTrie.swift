/// Patterns merged by what their segments have in common, while a table is built.
struct RouteTrie {
  /// A variant of a pattern that ends here.
  struct Acceptance {
    var entry: Int
    var priority: Int
    /// Which segments of the pattern the variant has.
    var places: [Int]
    var schemes: [String]
  }

  struct Node {
    var literals: [[UInt8]: Int] = [:]
    var matchers: [RouteMatcher: Int] = [:]
    var capture: Int?
    /// The routes that match if the address ends here.
    var acceptances: [Acceptance] = []
    /// The routes that match if it does not.
    var restAcceptances: [Acceptance] = []
    /// The highest priority of what ends here or below.
    var highestPriority = Int.min

    /// The children behind the matchers that meet a condition, in the order of their numbers.
    func children(where isIncluded: (RouteMatcher) -> Bool) -> [Int] {
      matchers.compactMap { isIncluded($0.key) ? $0.value : nil }.sorted()
    }
  }

  /// Addresses of one scheme that end at a node, or go on behind it.
  private struct End: Hashable {
    var node: Int
    var isRest: Bool
    /// `nil` means any scheme.
    var scheme: String?
  }

  /// Addresses of one scheme that a priority takes at a node.
  private struct RankedEnd: Hashable {
    var end: End
    var priority: Int
  }

  static let root = 0

  private(set) var nodes = [Node()]
  /// The longest way from the root, in components.
  private(set) var depth = 0
  private(set) var priorities: Set<Int> = []
  private var firstEntry: [RankedEnd: Int] = [:]
  private var highestEntry: [End: (priority: Int, entry: Int)] = [:]

  /// Adds a variant of a pattern, unless another one of the pattern is the same but
  /// for the names of captures.
  ///
  /// The variants of an entry are added one after another.
  ///
  /// - Returns: The first entry that takes some of the same addresses with the same
  ///   precedence.
  mutating func insert(
    _ variant: RouteVariant, of entry: Int, priority: Int, schemes: [String]
  ) -> Int? {
    let acceptance = Acceptance(
      entry: entry, priority: priority, places: variant.places, schemes: schemes)
    priorities.insert(priority)
    var node = Self.root
    depth = max(depth, variant.segments.count)
    for segment in variant.segments {
      nodes[node].highestPriority = max(nodes[node].highestPriority, priority)
      if case .rest(let prefix, _) = segment {
        guard !prefix.isEmpty else { return insert(acceptance, behind: node) }
        // The component that begins with the prefix may be the last one.
        node = child(of: node, for: segment)
        _ = insert(acceptance, behind: node)
      } else {
        node = child(of: node, for: segment)
      }
    }
    nodes[node].highestPriority = max(nodes[node].highestPriority, priority)
    return insert(acceptance, at: node)
  }

  private mutating func child(of node: Int, for segment: RouteSegment) -> Int {
    let new = nodes.count
    if case .literal(let bytes) = segment {
      if let child = nodes[node].literals[bytes] { return child }
      nodes[node].literals[bytes] = new
    } else if let matcher = RouteMatcher(segment) {
      if let child = nodes[node].matchers[matcher] { return child }
      nodes[node].matchers[matcher] = new
    } else {
      if let child = nodes[node].capture { return child }
      nodes[node].capture = new
    }
    nodes.append(Node())
    return new
  }

  private mutating func insert(_ acceptance: Acceptance, at node: Int) -> Int? {
    guard nodes[node].acceptances.last?.entry != acceptance.entry else { return nil }
    nodes[node].acceptances.append(acceptance)
    return note(acceptance, End(node: node, isRest: false))
  }

  private mutating func insert(_ acceptance: Acceptance, behind node: Int) -> Int? {
    nodes[node].highestPriority = max(nodes[node].highestPriority, acceptance.priority)
    guard nodes[node].restAcceptances.last?.entry != acceptance.entry else { return nil }
    nodes[node].restAcceptances.append(acceptance)
    return note(acceptance, End(node: node, isRest: true))
  }

  /// Notes who takes the schemes of an acceptance.
  ///
  /// - Returns: The first entry that takes one of them with the same priority.
  private mutating func note(_ acceptance: Acceptance, _ end: End) -> Int? {
    var first: Int?
    var end = end
    for scheme in acceptance.schemes.isEmpty ? [nil] : acceptance.schemes.map(Optional.some) {
      end.scheme = scheme
      let ranked = RankedEnd(end: end, priority: acceptance.priority)
      if let entry = firstEntry[ranked] {
        first = min(first ?? entry, entry)
      } else {
        firstEntry[ranked] = acceptance.entry
      }
      if highestEntry[end].map({ $0.priority < acceptance.priority }) ?? true {
        highestEntry[end] = (acceptance.priority, acceptance.entry)
      }
    }
    return first
  }

  // MARK: - What a higher priority takes

  /// An entry of a higher priority that matches whatever these segments match.
  ///
  /// - Parameters:
  ///   - segments: The segments.
  ///   - schemes: The schemes that the entry must take; none stands for every scheme.
  ///   - priority: The priority that must be exceeded.
  ///   - steps: How many segments may still be compared. Once there are none left,
  ///     nothing is found.
  ///   - node: Where to begin.
  /// - Returns: The entry, or the first of those that together take all schemes.
  func cover(
    of segments: ArraySlice<RouteSegment>, schemes: [String], above priority: Int,
    steps: inout Int, below node: Int = root
  ) -> Int? {
    guard nodes[node].highestPriority > priority else { return nil }
    steps -= 1 + nodes[node].matchers.count
    guard steps >= 0 else { return nil }
    guard let segment = segments.first else {
      return taker(of: schemes, above: priority, End(node: node, isRest: false))
    }
    for child in children(of: node, covering: segment) {
      if let entry = cover(
        of: segments.dropFirst(), schemes: schemes, above: priority, steps: &steps, below: child)
      {
        return entry
      }
    }
    return taker(of: schemes, above: priority, End(node: node, isRest: true))
  }

  /// An entry of a higher priority, if every scheme is taken by one.
  private func taker(of schemes: [String], above priority: Int, _ end: End) -> Int? {
    func entry(_ scheme: String?) -> Int? {
      var end = end
      end.scheme = scheme
      return highestEntry[end].flatMap { $0.priority > priority ? $0.entry : nil }
    }
    if let entry = entry(nil) { return entry }
    let entries = schemes.map(entry)
    return entries.contains(nil) ? nil : entries.first ?? nil
  }

  private func children(of node: Int, covering segment: RouteSegment) -> [Int] {
    let node = nodes[node]
    var children: [Int] = []
    switch segment {
    case .literal(let bytes):
      if let child = node.literals[bytes] { children.append(child) }
      children += node.children { $0.matches(bytes) }
    case .affix, .capture, .rest:
      if let matcher = RouteMatcher(segment) {
        children += node.children { $0.covers(matcher) }
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

  /// Returns whether a component of these bytes, decoded, is matched.
  func matches(_ component: [UInt8]) -> Bool {
    let compiled = RouteIndex.CompiledMatcher(self)
    return ByteView.of(component) { compiled.matches($0, 0..<component.count) }
  }
}
