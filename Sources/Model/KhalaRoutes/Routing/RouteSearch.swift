/// The search for the route of an address.
///
/// This is the one place that decides which of several routes gets an address, in the order that
/// ``RouteTable`` states. A lookup, its explanation and the captures of a match all follow from
/// it:
///
/// - It visits nodes recursively: a literal first, then the matchers in their order, then the
///   capture of anything, then a rest. It turns back where nothing matches, and visits each node
///   at most once, because only one way leads to it.
/// - It visits a node only if a route there or below has a higher priority than the best so far.
///   So the first match is the answer if all priorities are equal, and the most precise one of
///   the highest priority is otherwise.
/// - It reads one component of the address at a time and keeps nothing of it. The variant at the
///   end tells which component each capture is, so that ``RouteCaptures`` reads a capture when a
///   caller asks for it.
/// - It notes its steps if it was asked to explain itself.
///
/// ## Alternatives that were rejected
///
/// *A direct way beside the search*, for addresses that never turn back, and *flat arrays* with
/// literals in one hash table were quicker: Speed.md has the figures. They stated the precedence
/// twice and needed a second form of the trie. *Observers of a generic search* cost nothing
/// without an observer, but every step of the search was compiled twice. *Ranges of captures*,
/// kept during the search, need memory for as many captures as a pattern may have, and most
/// callers read one or none. *A loop with a stack of its own* is not limited by the stack of the
/// thread. The limit of segments in a pattern makes that unnecessary.
struct RouteSearch {
  private let bytes: ByteView
  private let layout: RouteAddress.Layout
  private let components: RouteComponents
  /// The best variant so far that matches.
  private(set) var best: RouteVariant?
  /// The steps so far, or `nil` if they are not asked for.
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

  /// Visits a node with the components from this offset on.
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

  /// Visits a node with a component, decoded, and those from an offset on.
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

  /// Visits a child.
  ///
  /// - Returns: Whether the search goes on at the node.
  @inline(__always)
  private mutating func visit(
    _ child: RouteNode, of node: RouteNode, _ offset: Int, _ depth: Int
  ) -> Bool {
    visit(child, from: offset, depth: depth &+ 1)
    guard mayImprove(at: node) else { return false }
    note(.back(component: depth))
    return true
  }

  /// Returns whether a route at a node or below may come before the best so far.
  @inline(__always)
  private func mayImprove(at node: RouteNode) -> Bool {
    best.map { node.priority > $0.priority } ?? true
  }

  /// Takes the first of these variants that takes the scheme, if it comes before the best so far.
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
  /// A step of a search; components are counted from 0.
  enum Step: Hashable, Sendable {
    /// The search compared a component with the literal segments.
    case literal(component: Int, Bool)
    /// The search compared a component with a segment that captures.
    case matcher(RouteSegment, component: Int, Bool)
    /// The component is captured as it is.
    case capture(component: Int)
    /// The components from here on are captured.
    case rest(component: Int)
    /// The address ends here, and no route does.
    case endsEarly(component: Int)
    /// The route would match, but not with this scheme.
    case otherScheme(entry: Int)
    /// The search goes back to this component, because nothing below matches or because
    /// another route may have a higher priority.
    case back(component: Int)
    /// The route matches.
    case match(entry: Int)
  }
}

/// The components of an address that routes are matched with, as it is written: the host, if
/// there is one, and those of the path.
struct RouteComponents {
  private let bytes: ByteView
  private let hostEnd: Int
  private let path: ByteRange
  /// The offset of the first component, or of slashes before it.
  let start: Int

  /// The components of the address of this layout.
  @inline(__always)
  init(of bytes: ByteView, _ layout: RouteAddress.Layout) {
    self.bytes = bytes
    hostEnd = Int(layout.hostEnd)
    path = layout.path
    start = Int(layout.host.isEmpty ? layout.pathStart : layout.hostStart)
  }

  /// Returns the first component from this offset on and the offset of those behind it, or `nil`
  /// if none is left.
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
