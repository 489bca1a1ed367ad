extension RouteIndex {
  /// A variant of a pattern that matches, and where its captures are in the
  /// address.
  @usableFromInline
  package struct Found: BitwiseCopyable, Sendable {
    /// The variant, or -1 if nothing matches.
    @usableFromInline package var variant: Int32
    var ranges: CapturedRanges

    static let nothing = Found(variant: -1, ranges: .none)
  }

  /// Looks an address up.
  @usableFromInline @inline(__always)
  package func find(_ address: RouteAddress) -> Found {
    var observer = RouteSearchIgnorer()
    return find(address, observer: &observer)
  }

  /// Looks an address up, telling the observer every step.
  @inline(__always)
  func find(_ address: RouteAddress, observer: inout some RouteSearchObserver) -> Found {
    withSearch(for: address) { search in
      let variant = variant(for: search, &observer)
      guard variant >= 0 else { return .nothing }
      let steps = variants[Int(variant)].steps
      return Found(
        variant: variant,
        ranges: CapturedRanges(count: Int(steps.count)) {
          range(of: self.steps[Int(steps.start) &+ $0], in: search)
        })
    }
  }

  /// The number of the pattern that was found.
  @usableFromInline @inline(__always)
  package func entry(of found: Found) -> Int { Int(variants[Int(found.variant)].entry) }

  /// Finds out once more where a capture of an address is.
  func range(ofCapture number: Int, of variant: Int32, in address: RouteAddress) -> ByteRange {
    withSearch(for: address) { search in
      range(of: steps[Int(variants[Int(variant)].steps.start) + number], in: search)
    }
  }

  /// Takes an address apart for a search.
  @inline(__always)
  private func withSearch<Value>(
    for address: RouteAddress, _ body: (RouteSearch) -> Value
  ) -> Value {
    // So that the closure keeps nothing that has to be retained.
    let layout = address.layout
    return ByteView.of(address.text) { text in
      unsafe withUnsafeTemporaryAllocation(of: RouteComponent.self, capacity: componentLimit) {
        var components = unsafe RouteComponents($0)
        guard layout.isRouteEscaped else {
          components.scan(text, layout)
          return body(
            RouteSearch(
              text: text, bytes: text, components: components, scheme: layout.scheme,
              pathEnd: layout.path.end))
        }
        let decoded = components.scanDecoding(text, layout)
        return ByteView.of(decoded) { bytes in
          body(
            RouteSearch(
              text: text, bytes: bytes, components: components, scheme: layout.scheme,
              pathEnd: layout.path.end))
        }
      }
    }
  }
}

/// A variant that was found, and the number of its priority.
private struct RankedVariant: BitwiseCopyable {
  var variant: Int32
  var rank: Int32

  static let none = RankedVariant(variant: -1, rank: -1)
}

/// An address that is looked up.
struct RouteSearch {
  /// The address as it is written.
  let text: ByteView
  /// The bytes that the components are in: those of the address, or decoded ones.
  let bytes: ByteView
  let components: RouteComponents
  /// The range of the scheme in the text.
  let scheme: ByteRange
  /// The end of the path in the text.
  let pathEnd: UInt32
}

// The way that a search took says all about a match, so nothing is noted on the
// way, and nothing is left of a way that turned out wrong.
extension RouteIndex {
  /// The variant that matches, or -1.
  @inline(__always)
  private func variant(
    for search: RouteSearch, _ observer: inout some RouteSearchObserver
  ) -> Int32 {
    let exact = exactVariant(for: search, &observer)
    guard exact.rank < nodes[RouteTrie.root].rank else { return exact.variant }
    return better(than: exact, for: search, below: Int32(RouteTrie.root), at: 0, &observer).variant
  }

  /// The variant without captures that has just these components, if there is one.
  @inline(__always)
  private func exactVariant(
    for search: RouteSearch, _ observer: inout some RouteSearchObserver
  ) -> RankedVariant {
    var hash = RouteHash.seed
    for component in 0..<search.components.count {
      hash = RouteHash.mix(hash, search.components[component].hash)
    }
    let mask = exacts.count &- 1
    var slot = Self.slot(hash, mask: mask)
    while true {
      let exact = exacts[slot]
      if exact.node < 0 { break }
      if exact.hash == hash, isEqual(exact.literals, search) {
        let found = better(
          than: .none, of: nodes[Int(exact.node)].acceptances, search, &observer)
        observer.observe(.exact(found.variant >= 0))
        return found
      }
      slot = (slot &+ 1) & mask
    }
    observer.observe(.exact(false))
    return .none
  }

  private func isEqual(_ literals: Slice, _ search: RouteSearch) -> Bool {
    guard Int(literals.count) == search.components.count else { return false }
    for number in 0..<search.components.count {
      let literal = exactLiterals[Int(literals.start) &+ number]
      guard isEqual(literal, search.components[number].range, search.bytes) else { return false }
    }
    return true
  }

  /// Returns whether the literal and the component have the same bytes.
  @inline(__always)
  private func isEqual(_ literal: ByteRange, _ component: ByteRange, _ bytes: ByteView) -> Bool {
    var remaining = literal.end &- literal.start
    guard remaining == component.end &- component.start else { return false }
    let pool = pool.bytes
    var left = Int(literal.start)
    var right = Int(component.start)
    while remaining >= 8 {
      guard pool.word(at: left) == bytes.word(at: right) else { return false }
      left &+= 8
      right &+= 8
      remaining &-= 8
    }
    let difference = pool.word(at: left) ^ bytes.word(at: right)
    return RouteHash.masked(difference, size: Int(remaining)) == 0
  }

  /// The variant of the highest rank that matches the components from `depth` on, or
  /// the best so far if none has a higher one.
  ///
  /// Every node is visited at most once, since only one way leads to it, and only if
  /// a route below it has a higher rank.
  private func better(
    than best: RankedVariant, for search: RouteSearch, below number: Int32, at depth: Int,
    _ observer: inout some RouteSearchObserver
  ) -> RankedVariant {
    let node = nodes[Int(number)]
    guard node.rank > best.rank else { return best }
    guard depth < search.components.count else {
      if node.acceptances.count == 0 { observer.observe(.endsEarly(component: depth)) }
      return better(than: best, of: node.acceptances, search, &observer)
    }
    var best = best
    if node.hasLiterals {
      let child = literalChild(of: number, search.components[depth], search.bytes)
      observer.observe(.literal(component: depth, child >= 0))
      if child >= 0 {
        best = better(than: best, for: search, below: child, at: depth &+ 1, &observer)
        if best.rank == node.rank { return best }
        observer.observe(.back(component: depth))
      }
    }
    if node.matchers.count > 0 {
      best = better(
        than: best, for: search, matching: node.matchers, of: node, at: depth, &observer)
      if best.rank == node.rank { return best }
    }
    if node.capture >= 0 {
      observer.observe(.capture(component: depth))
      best = better(than: best, for: search, below: node.capture, at: depth &+ 1, &observer)
      if best.rank == node.rank { return best }
      observer.observe(.back(component: depth))
    }
    guard node.restAcceptances.count > 0 else { return best }
    observer.observe(.rest(component: depth))
    return better(than: best, of: node.restAcceptances, search, &observer)
  }

  private func better(
    than best: RankedVariant, for search: RouteSearch, matching candidates: Slice, of node: Node,
    at depth: Int, _ observer: inout some RouteSearchObserver
  ) -> RankedVariant {
    var best = best
    for number in candidates.indices {
      let (matcher, child) = matchers[number]
      let isMatch = matcher.matches(search.bytes, search.components[depth].range.offsets)
      observer.observe(.matcher(matcher.uncompiled, component: depth, isMatch))
      guard isMatch else { continue }
      best = better(than: best, for: search, below: child, at: depth &+ 1, &observer)
      if best.rank == node.rank { return best }
      observer.observe(.back(component: depth))
    }
    return best
  }

  @inline(__always)
  private func literalChild(
    of node: Int32, _ component: RouteComponent, _ bytes: ByteView
  ) -> Int32 {
    let mask = edges.count &- 1
    var slot = Self.slot(component.hash, node, mask: mask)
    while true {
      let edge = edges[slot]
      if edge.child < 0 { return -1 }
      if edge.hash == component.hash, edge.node == node,
        isEqual(edge.literal, component.range, bytes)
      {
        return edge.child
      }
      slot = (slot &+ 1) & mask
    }
  }

  /// The first of these variants that takes the scheme, of which the highest ranks come
  /// first; or the best so far, if it is not outranked.
  @inline(__always)
  private func better(
    than best: RankedVariant, of candidates: Slice, _ search: RouteSearch,
    _ observer: inout some RouteSearchObserver
  ) -> RankedVariant {
    for number in candidates.indices {
      let acceptance = acceptances[number]
      guard acceptance.rank > best.rank else { return best }
      let entry = { Int(self.variants[Int(acceptance.variant)].entry) }
      if acceptance.schemes < 0 || takesScheme(acceptance.schemes, search) {
        observer.observe(.match(entry: entry()))
        return RankedVariant(variant: acceptance.variant, rank: acceptance.rank)
      }
      observer.observe(.otherScheme(entry: entry()))
    }
    return best
  }

  private func takesScheme(_ number: Int32, _ search: RouteSearch) -> Bool {
    let size = Int(search.scheme.end &- search.scheme.start)
    let start = Int(search.scheme.start)
    return schemeSets[Int(number)].contains { name in
      guard name.count == size else { return false }
      for offset in 0..<size
      where ASCII.lowercased(search.text[start &+ offset]) != name[offset] { return false }
      return true
    }
  }

  /// Returns the range that a step captures.
  @inline(__always)
  private func range(of step: Step, in search: RouteSearch) -> ByteRange {
    let component = search.components[Int(step.component)]
    switch step.kind {
    case .whole:
      return component.raw
    case .rest(let prefixSize):
      let start =
        prefixSize == 0
        ? component.raw.start : startOfRest(behind: prefixSize, in: component, search)
      return ByteRange(Int(start), Int(search.pathEnd))
    case .part(let affix, let part):
      return range(ofPart: part, of: affixes[Int(affix)], component, in: search)
    }
  }

  @inline(never)
  private func startOfRest(
    behind prefixSize: Int32, in component: RouteComponent, _ search: RouteSearch
  ) -> UInt32 {
    let range = component.range.offsets
    return RouteComponents.raw(
      range.lowerBound + Int(prefixSize)..<range.upperBound, of: component, in: search.text
    ).start
  }

  @inline(never)
  private func range(
    ofPart part: Int32, of affix: RouteAffix, _ component: RouteComponent, in search: RouteSearch
  ) -> ByteRange {
    var range = ByteRange.empty
    _ = affix.matches(search.bytes, component.range.offsets) { index, piece in
      guard index == Int(part) else { return }
      range = RouteComponents.raw(piece, of: component, in: search.text)
    }
    return range
  }
}

extension RouteIndex.CompiledMatcher {
  /// The matcher that this was made of.
  var uncompiled: RouteMatcher {
    switch self {
    case .typed(let converter): .typed(converter)
    case .rest(let prefix): .rest(prefix: prefix)
    case .affix(let affix):
      .affix(literals: affix.literals, converters: affix.captures.map(\.converter))
    }
  }
}
