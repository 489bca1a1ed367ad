/// The search for the route of an address.
///
/// This type alone decides which of several routes gets an address, in the order of precedence that
/// ``RouteTable`` documents. Lookups, explanations and the captures of a match all use it:
///
/// - It visits nodes recursively: first a literal, then the matchers in their order, then the
///   capture without a converter, then a rest. It goes back if nothing matches, and visits each
///   node at most once, because there is only one path to it.
/// - It visits a node only if the node, or a node below it, has a route with a higher priority than
///   the best match so far. If all priorities are equal, the search therefore ends with the first
///   match. Otherwise it finds the most precise match with the highest priority.
/// - It reads one component of the address at a time and does not store it. The variant that
///   matches determines the component of each capture, so ``RouteCaptures`` can read a capture when
///   it is needed.
/// - It records its steps if an explanation is requested.
///
/// ## Alternatives that were rejected
///
/// *A direct path in addition to the search*, for addresses that need no backtracking, and *flat
/// arrays* with all literals in one hash table were faster. Speed.md contains the measurements.
/// Both repeated the rules of precedence and needed a second form of the trie. *Observers of a
/// generic search* cost nothing without an observer, but every step of the search was compiled
/// twice. *Ranges of captures* that are stored during the search need memory for the maximum number
/// of captures of a pattern, and most callers read at most one. *A loop with its own stack* is not
/// limited by the stack of the thread, but the limit of segments in a pattern makes this
/// unnecessary.
struct RouteSearch {
  private let bytes: ByteView
  private let layout: RouteAddress.Layout
  private let components: RouteComponents
  /// The best match so far.
  private(set) var best: RouteVariant?
  /// The steps so far, or `nil` if no explanation is requested.
  private(set) var steps: [Step]?

  /// Searches for the route of an address whose text has these bytes.
  @inline(__always)
  init(
    of bytes: ByteView, _ layout: RouteAddress.Layout, below root: RouteNode, explains: Bool = false
  ) {
    self.bytes = bytes
    self.layout = layout
    components = RouteComponents(of: bytes, layout)
    steps = explains ? [] : nil
    visit(root, from: components.start, depth: 0)
  }

  /// Visits a node with the components that start at this offset.
  private mutating func visit(_ node: RouteNode, from offset: Int, depth: Int) {
    guard mayImprove(at: node) else { return }
    guard let component = components.next(from: offset) else {
      if node.ends.isEmpty { note(.endsEarly(component: depth)) }
      return take(node.ends)
    }
    guard layout.isRouteEscaped, bytes.hasPercent(in: component.range.offsets) else {
      return visit(node, bytes, component.range, component.end, depth)
    }
    let decoded = PercentEncoding.decodedBytes(bytes, in: component.range)
    ByteView.of(decoded) { visit(node, $0, ByteRange(0, decoded.count), component.end, depth) }
  }

  /// Visits a node with a decoded component and the components that start at an offset.
  private mutating func visit(
    _ node: RouteNode, _ bytes: ByteView, _ component: ByteRange, _ offset: Int, _ depth: Int
  ) {
    if node.hasLiterals {
      let child = node.child(bytes, component)
      note(.literal(component: depth, child != nil))
      if let child, !visit(child, of: node, offset, depth) { return }
    }
    if !node.matchers.isEmpty {
      for (segment, child) in node.matchers {
        let isMatch = segment.matches(bytes, component.offsets)
        note(.matcher(segment, component: depth, isMatch))
        if isMatch, !visit(child, of: node, offset, depth) { return }
      }
    }
    if let child = node.capture {
      note(.capture(component: depth))
      if !visit(child, of: node, offset, depth) { return }
    }
    guard !node.rests.isEmpty else { return }
    note(.rest(component: depth))
    take(node.rests)
  }

  /// Visits a child node.
  ///
  /// - Returns: `true` if the search continues at the node.
  @inline(__always)
  private mutating func visit(
    _ child: RouteNode, of node: RouteNode, _ offset: Int, _ depth: Int
  ) -> Bool {
    visit(child, from: offset, depth: depth &+ 1)
    guard mayImprove(at: node) else { return false }
    note(.back(component: depth))
    return true
  }

  /// Returns whether a route of a node, or of a node below it, can take precedence over the best
  /// match so far.
  @inline(__always)
  private func mayImprove(at node: RouteNode) -> Bool {
    best.map { node.priority > $0.priority } ?? true
  }

  /// Stores the first of these variants that accepts the scheme, if it takes precedence over the
  /// best match so far.
  @inline(__always)
  private mutating func take(_ candidates: [RouteVariant]) {
    for candidate in candidates {
      if let best, candidate.priority <= best.priority { return }
      if candidate.takes(layout.scheme, of: bytes) {
        best = candidate
        return note(.match(entry: candidate.entry))
      }
      note(.otherScheme(entry: candidate.entry))
    }
  }

  @inline(__always)
  private mutating func note(_ step: @autoclosure () -> Step) {
    if steps != nil { steps?.append(step()) }
  }
}

extension RouteSearch {
  /// A step of a search.
  ///
  /// Components are counted from 0.
  enum Step: Hashable, Sendable {
    /// The search compared a component with the literal segments.
    case literal(component: Int, Bool)
    /// The search compared a component with a segment that captures.
    case matcher(RouteSegment, component: Int, Bool)
    /// A capture without a converter accepts the component.
    case capture(component: Int)
    /// A rest captures this component and all that follow.
    case rest(component: Int)
    /// The address ends here, but no route does.
    case endsEarly(component: Int)
    /// The route matches except for the scheme.
    case otherScheme(entry: Int)
    /// The search goes back to this component, because nothing below matches or because
    /// another route may have a higher priority.
    case back(component: Int)
    /// The route matches.
    case match(entry: Int)
  }
}

/// The components of an address that are matched with routes: the host, if the address has one, and
/// the components of the path.
///
/// They are not decoded.
struct RouteComponents {
  private let bytes: ByteView
  private let hostEnd: Int
  private let path: ByteRange
  /// The offset of the first component, or of the slashes before it.
  let start: Int

  /// Creates the components of the address with this layout.
  @inline(__always)
  init(of bytes: ByteView, _ layout: RouteAddress.Layout) {
    self.bytes = bytes
    hostEnd = Int(layout.hostEnd)
    path = layout.path
    start = Int(layout.host.isEmpty ? layout.pathStart : layout.hostStart)
  }

  /// Returns the first component from this offset on and the offset after it, or `nil` if no
  /// component follows.
  @inline(__always)
  func next(from offset: Int) -> (range: ByteRange, end: Int)? {
    // A port may follow the host.
    if offset < hostEnd { return (ByteRange(offset, hostEnd), Int(path.start)) }
    var start = offset
    let end = Int(path.end)
    while start < end, bytes[start] == ASCII.slash { start &+= 1 }
    guard start < end else { return nil }
    let componentEnd = Swift.min(bytes.offsetOfSlash(from: start), end)
    return (ByteRange(start, componentEnd), componentEnd)
  }

  /// The ranges of all components.
  var ranges: some Sequence<ByteRange> {
    sequence(state: start) { offset in
      next(from: offset).map { component in
        offset = component.end
        return component.range
      }
    }
  }
}
