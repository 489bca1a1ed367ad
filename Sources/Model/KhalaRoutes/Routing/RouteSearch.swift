/// An address that is looked up in an index.
///
/// The way that a search took says all about a match, so nothing is noted on the
/// way, and nothing is left of a way that turned out wrong.
struct RouteSearch<Observer: RouteSearchObserver> {
  /// A variant that was found, and the number of its priority.
  struct RankedVariant: BitwiseCopyable {
    var variant: Int32 = -1
    var rank: Int32 = -1
  }

  private unowned(unsafe) let index: RouteIndex
  // Those of the index, which every step reads.
  private let nodes: FixedArray<RouteIndex.Node>
  /// The address as it is written.
  private let text: ByteView
  /// The bytes that the components are in: those of the address, or decoded ones.
  private let bytes: ByteView
  private var components: RouteComponents
  /// The end of the scheme in the text.
  private let schemeEnd: UInt32
  /// The end of the path in the text.
  private let pathEnd: UInt32
  private(set) var observer: Observer
  /// The variant of the highest rank among those that were found to match.
  private(set) var best = RankedVariant()

  /// Prepares a search, which must not outlive the index.
  @inline(__always)
  init(
    index: RouteIndex, text: ByteView, bytes: ByteView, components: RouteComponents,
    layout: RouteAddress.Layout, observer: Observer
  ) {
    unsafe self.index = index
    nodes = index.nodes
    self.text = text
    self.bytes = bytes
    self.components = components
    schemeEnd = layout.schemeEnd
    pathEnd = layout.pathEnd
    self.observer = observer
  }

  // MARK: - The way through the trie

  /// Finds the variant of the highest rank that matches; the first of several, or the
  /// best so far if none has a higher one.
  ///
  /// Every node is visited at most once, since only one way leads to it, and only if
  /// a route below it has a higher rank.
  @inline(__always)
  mutating func run() {
    var visit = RouteVisit(node: Int32(RouteTrie.root))
    let rank = unsafe nodes.pointer(at: RouteTrie.root).pointee.rank
    guard arrive(at: visit.node, depth: 0) else { return }
    var depth = 0
    while true {
      let child = nextChild(of: &visit, at: depth)
      if child >= 0 {
        components[depth].visit = visit
        depth &+= 1
        visit = RouteVisit(node: child)
        if arrive(at: child, depth: depth) { continue }
      }
      // Nothing has a higher rank than this.
      if best.rank == rank { return }
      repeat {
        guard depth > 0 else { return }
        depth &-= 1
        visit = components[depth].visit
      } while unsafe best.rank == nodes.pointer(at: Int(visit.node)).pointee.rank
      observer.observe(.back(component: depth))
    }
  }

  /// Arrives at a node.
  ///
  /// - Returns: Whether its children are to be visited.
  @inline(__always)
  private mutating func arrive(at number: Int32, depth: Int) -> Bool {
    let node = unsafe nodes.pointer(at: Int(number))
    guard unsafe node.pointee.rank > best.rank else { return false }
    guard depth == components.count else { return true }
    let acceptances = unsafe node.pointee.acceptances
    if acceptances.count == 0 { observer.observe(.endsEarly(component: depth)) }
    accept(acceptances)
    return false
  }

  /// Tries the steps that are left at a node: a literal, then the matchers, then a capture.
  ///
  /// If none of them is left, takes the routes that end there with a rest.
  ///
  /// - Returns: The child that takes the component, or a negative number.
  @inline(__always)
  private mutating func nextChild(of visit: inout RouteVisit, at depth: Int) -> Int32 {
    let node = unsafe nodes.pointer(at: Int(visit.node))
    if visit.next == 0 {
      visit.next = 1
      if unsafe node.pointee.literalChild != RouteIndex.Node.noLiterals {
        let child = unsafe literalChild(of: node, visit.node, at: depth)
        observer.observe(.literal(component: depth, child >= 0))
        if child >= 0 { return child }
      }
    }
    let matchers = unsafe node.pointee.matchers
    while visit.next <= matchers.count {
      let child = matchingChild(matchers.start &+ visit.next &- 1, at: depth)
      visit.next &+= 1
      if child >= 0 { return child }
    }
    let capture = unsafe node.pointee.capture
    if capture >= 0, visit.next == matchers.count &+ 1 {
      visit.next &+= 1
      observer.observe(.capture(component: depth))
      return capture
    }
    let rest = unsafe node.pointee.restAcceptances
    if rest.count > 0 {
      observer.observe(.rest(component: depth))
      accept(rest)
    }
    return -1
  }

  /// Returns the child that a matcher leads to if it takes the component at `depth`, or
  /// a negative number.
  @inline(__always)
  private mutating func matchingChild(_ number: Int32, at depth: Int) -> Int32 {
    let (matcher, child) = unsafe index.matchers[Int(number)]
    let isMatch = matcher.matches(bytes, components[depth].range)
    observer.observe(.matcher(matcher.uncompiled, component: depth, isMatch))
    return isMatch ? child : -1
  }

  /// Follows literals alone to the variant that has just these components, and no
  /// captures.
  ///
  /// ``run()`` goes this way first, too, and finds the same: this is for an explanation,
  /// which names such a route before all others.
  mutating func followLiterals() {
    var number = Int32(RouteTrie.root)
    var depth = 0
    while number >= 0, depth < components.count {
      number = unsafe literalChild(of: nodes.pointer(at: Int(number)), number, at: depth)
      depth += 1
    }
    if number >= 0 { accept(nodes[Int(number)].acceptances) }
    observer.observe(.exact(best.variant >= 0))
  }

  /// Returns the child that the literal at `depth` leads to, or a negative number.
  @inline(__always)
  private func literalChild(
    of node: UnsafePointer<RouteIndex.Node>, _ number: Int32, at depth: Int
  ) -> Int32 {
    let component = components[depth].range
    return unsafe index.literalChild(
      of: node, number, bytes, component, head: bytes.head(of: component))
  }

  // MARK: - What ends at a node

  /// Takes the first of these variants that takes the scheme, of which the highest ranks
  /// come first; or none, if the best so far is not outranked.
  @inline(__always)
  private mutating func accept(_ candidates: RouteIndex.Slice) {
    for number in candidates.indices {
      let acceptance = unsafe index.acceptances[number]
      guard acceptance.rank > best.rank else { return }
      let entry = Int(unsafe index.variants[Int(acceptance.variant)].entry)
      if acceptance.schemes < 0 || takes(acceptance.schemes) {
        best = RankedVariant(variant: acceptance.variant, rank: acceptance.rank)
        observer.observe(.match(entry: entry))
        return
      }
      observer.observe(.otherScheme(entry: entry))
    }
  }

  private func takes(_ schemes: Int32) -> Bool {
    text.begin(withOneOf: unsafe index.schemeSets[Int(schemes)], before: schemeEnd)
  }

  // MARK: - Captures

  /// The ranges that the best variant captures.
  @inline(__always)
  var capturedRanges: CapturedRanges {
    guard best.variant >= 0 else { return .none }
    let steps = unsafe index.variants[Int(best.variant)].steps
    return CapturedRanges(count: Int(steps.count)) {
      range(of: unsafe index.steps[Int(steps.start) &+ $0])
    }
  }

  /// Returns the range that a step captures.
  @inline(__always)
  func range(of step: RouteIndex.Step) -> ByteRange {
    let component = components[Int(step.component)]
    switch step.kind {
    case .whole:
      return component.raw
    case .rest(let prefixSize):
      let start =
        prefixSize == 0 ? component.raw.start : startOfRest(behind: prefixSize, in: component)
      return ByteRange(start: start, end: pathEnd)
    case .part(let affix, let part):
      return range(ofPart: part, of: unsafe index.affixes[Int(affix)], component)
    }
  }

  @inline(never)
  private func startOfRest(behind prefixSize: Int32, in component: RouteComponent) -> UInt32 {
    let range = component.range.offsets
    return RouteComponents.raw(
      range.lowerBound + Int(prefixSize)..<range.upperBound, of: component, in: text
    ).start
  }

  @inline(never)
  private func range(
    ofPart part: Int32, of affix: RouteAffix, _ component: RouteComponent
  ) -> ByteRange {
    var range = ByteRange.empty
    _ = affix.matches(bytes, component.range.offsets) { index, piece in
      guard index == Int(part) else { return }
      range = RouteComponents.raw(piece, of: component, in: text)
    }
    return range
  }
}

// Seldom needed, and given no more than they need: what a search hands to others it has to
// keep in memory.

extension RouteIndex.CompiledMatcher {
  @inline(never)
  fileprivate func matches(_ bytes: ByteView, _ component: ByteRange) -> Bool {
    matches(bytes, component.offsets)
  }
}

extension ByteView {
  /// Returns whether the bytes before this place are one of these names, in whatever case.
  @inline(never)
  fileprivate func begin(withOneOf names: [[UInt8]], before end: UInt32) -> Bool {
    names.contains { name in
      guard name.count == Int(end) else { return false }
      for offset in name.indices where ASCII.lowercased(self[offset]) != name[offset] {
        return false
      }
      return true
    }
  }
}

/// Hears of the steps of a search.
protocol RouteSearchObserver {
  mutating func observe(_ step: @autoclosure () -> RouteSearchStep)
}

/// Hears of nothing, and costs nothing.
struct RouteSearchIgnorer: RouteSearchObserver {
  @inline(__always)
  mutating func observe(_ step: @autoclosure () -> RouteSearchStep) {}
}

/// A step of a search; components are counted from 0.
enum RouteSearchStep: Hashable, Sendable {
  /// The search compared the address with a route without captures.
  case exact(Bool)
  /// The search compared a component with the literal segments.
  case literal(component: Int, Bool)
  /// The search compared a component with a segment that captures.
  case matcher(RouteMatcher, component: Int, Bool)
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
