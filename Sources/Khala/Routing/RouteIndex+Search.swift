extension RouteIndex {
  /// A route that was found, and where its captures are in the address.
  struct Found: Sendable {
    var entry: Int
    var names: [String]
    var ranges: CapturedRanges
    var hasRest: Bool
  }

  /// Looks an address up.
  @inline(__always)
  func find(_ address: RouteAddress) -> Found? {
    var observer = RouteSearchIgnorer()
    return find(address, observer: &observer)
  }

  /// Looks an address up, telling the observer every step.
  @inline(__always)
  func find(_ address: RouteAddress, observer: inout some RouteSearchObserver) -> Found? {
    ByteView.of(address.text) { text in
      unsafe withUnsafeTemporaryAllocation(of: RouteComponent.self, capacity: componentLimit) {
        var components = unsafe RouteComponents($0)
        guard address.layout.isRouteEscaped else {
          components.scan(text, address.layout)
          return find(address, text, components, in: text, &observer)
        }
        let decoded = components.scanDecoding(text, address.layout)
        return ByteView.of(decoded) { find(address, text, components, in: $0, &observer) }
      }
    }
  }

  @inline(__always)
  private func find(
    _ address: RouteAddress, _ text: ByteView, _ components: RouteComponents, in bytes: ByteView,
    _ observer: inout some RouteSearchObserver
  ) -> Found? {
    let search = RouteSearch(
      index: self, text: text, scheme: address.layout.scheme, components: components,
      bytes: bytes, pool: pool.bytes)
    let variant = search.variant(&observer)
    guard variant >= 0 else { return nil }
    return search.found(variant, pathEnd: Int(address.layout.path.end))
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
  /// The routes of this priority are looked at.
  case level(priority: Int)
  /// Whether a route without captures has just these components.
  case exact(Bool)
  /// Whether there is a literal segment like the component.
  case literal(component: Int, Bool)
  /// Whether the component is one that the segment takes.
  case matcher(RouteMatcher, component: Int, Bool)
  /// The component is captured as it is.
  case capture(component: Int)
  /// The components from here on are captured.
  case rest(component: Int)
  /// The address ends here, and no route does.
  case endsEarly(component: Int)
  /// The route would match, but not with this scheme.
  case otherScheme(entry: Int)
  /// Nothing below matches; the search goes back to this component.
  case back(component: Int)
  /// The route matches.
  case match(entry: Int)
}

/// A search for one address.
///
/// Which way it took says all about a match, so nothing is noted on the way, and
/// nothing is left of a way that turned out wrong.
struct RouteSearch {
  let index: RouteIndex
  let text: ByteView
  let scheme: ByteRange
  let components: RouteComponents
  let bytes: ByteView
  let pool: ByteView

  /// The variant that matches, or -1.
  @inline(__always)
  func variant(_ observer: inout some RouteSearchObserver) -> Int32 {
    var hash = RouteHash.seed
    for component in 0..<components.count {
      hash = RouteHash.mix(hash, components[component].hash)
    }
    for level in index.levels {
      observer.observe(.level(priority: level.priority))
      let exact = exactVariant(hash, root: level.root, &observer)
      if exact >= 0 { return exact }
      let found = variant(below: level.root, at: 0, &observer)
      if found >= 0 { return found }
    }
    return -1
  }

  /// The variant without captures that has just these components, or -1.
  @inline(__always)
  private func exactVariant(
    _ hash: UInt64, root: Int32, _ observer: inout some RouteSearchObserver
  ) -> Int32 {
    let mask = index.exacts.count &- 1
    var slot = RouteIndex.slot(hash, root, mask: mask)
    while true {
      let exact = index.exacts[slot]
      if exact.node < 0 { break }
      if exact.hash == hash, exact.root == root, hasLiterals(exact) {
        let variant = accepted(index.nodes[Int(exact.node)].acceptances, &observer)
        observer.observe(.exact(variant >= 0))
        return variant
      }
      slot = (slot &+ 1) & mask
    }
    observer.observe(.exact(false))
    return -1
  }

  private func hasLiterals(_ exact: RouteIndex.Exact) -> Bool {
    guard Int(exact.literals.count) == components.count else { return false }
    for (component, literal) in exact.literals.indices.enumerated() {
      guard isEqual(index.exactLiterals[literal], components[component].range) else { return false }
    }
    return true
  }

  /// Whether the literal and the component have the same bytes.
  @inline(__always)
  private func isEqual(_ literal: ByteRange, _ component: ByteRange) -> Bool {
    var remaining = literal.end &- literal.start
    guard remaining == component.end &- component.start else { return false }
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

  /// The variant that matches the components from `depth` on, or -1.
  ///
  /// Every node is visited at most once, since only one way leads to it.
  private func variant(
    below number: Int32, at depth: Int, _ observer: inout some RouteSearchObserver
  ) -> Int32 {
    let node = index.nodes[Int(number)]
    guard depth < components.count else {
      if node.acceptances.count == 0 { observer.observe(.endsEarly(component: depth)) }
      return accepted(node.acceptances, &observer)
    }
    if node.hasLiterals {
      let child = literalChild(of: number, components[depth])
      observer.observe(.literal(component: depth, child >= 0))
      if child >= 0 {
        let found = variant(below: child, at: depth &+ 1, &observer)
        if found >= 0 { return found }
        observer.observe(.back(component: depth))
      }
    }
    if node.matchers.count > 0 {
      let found = variant(matching: node.matchers, at: depth, &observer)
      if found >= 0 { return found }
    }
    if node.capture >= 0 {
      observer.observe(.capture(component: depth))
      let found = variant(below: node.capture, at: depth &+ 1, &observer)
      if found >= 0 { return found }
      observer.observe(.back(component: depth))
    }
    guard node.restAcceptances.count > 0 else { return -1 }
    observer.observe(.rest(component: depth))
    return accepted(node.restAcceptances, &observer)
  }

  private func variant(
    matching matchers: RouteIndex.Slice, at depth: Int,
    _ observer: inout some RouteSearchObserver
  ) -> Int32 {
    for number in matchers.indices {
      let (matcher, child) = index.matchers[number]
      let isMatch = matcher.matches(bytes, components[depth].range.offsets)
      observer.observe(.matcher(matcher.uncompiled, component: depth, isMatch))
      guard isMatch else { continue }
      let found = variant(below: child, at: depth &+ 1, &observer)
      if found >= 0 { return found }
      observer.observe(.back(component: depth))
    }
    return -1
  }

  @inline(__always)
  private func literalChild(of node: Int32, _ component: RouteComponent) -> Int32 {
    let mask = index.edges.count &- 1
    var slot = RouteIndex.slot(component.hash, node, mask: mask)
    while true {
      let edge = index.edges[slot]
      if edge.child < 0 { return -1 }
      if edge.hash == component.hash, edge.node == node, isEqual(edge.literal, component.range) {
        return edge.child
      }
      slot = (slot &+ 1) & mask
    }
  }

  /// The first of these variants that takes the scheme, or -1.
  @inline(__always)
  private func accepted(
    _ acceptances: RouteIndex.Slice, _ observer: inout some RouteSearchObserver
  ) -> Int32 {
    for number in acceptances.indices {
      let acceptance = index.acceptances[number]
      let entry = { Int(index.variants[Int(acceptance.variant)].entry) }
      if acceptance.schemes < 0 || takesScheme(acceptance.schemes) {
        observer.observe(.match(entry: entry()))
        return acceptance.variant
      }
      observer.observe(.otherScheme(entry: entry()))
    }
    return -1
  }

  private func takesScheme(_ number: Int32) -> Bool {
    let size = Int(scheme.end &- scheme.start)
    let start = Int(scheme.start)
    return index.schemeSets[Int(number)].contains { name in
      guard name.count == size else { return false }
      for offset in 0..<size where ASCII.lowercased(text[start &+ offset]) != name[offset] {
        return false
      }
      return true
    }
  }

  /// What a variant captures.
  func found(_ number: Int32, pathEnd: Int) -> RouteIndex.Found {
    let variant = index.variants[Int(number)]
    let steps = variant.steps
    var ranges = CapturedRanges()
    for number in steps.indices {
      ranges.append(range(of: index.steps[number], pathEnd: pathEnd))
    }
    return RouteIndex.Found(
      entry: Int(variant.entry), names: index.names[Int(variant.entry)], ranges: ranges,
      hasRest: variant.hasRest)
  }

  private func range(of step: RouteIndex.Step, pathEnd: Int) -> ByteRange {
    let component = components[Int(step.component)]
    switch step.kind {
    case .whole:
      return component.raw
    case .rest:
      return ByteRange(Int(component.raw.start), pathEnd)
    case .part(let affix, let part):
      var range = ByteRange.empty
      _ = index.affixes[Int(affix)].matches(bytes, component.range.offsets) { index, piece in
        guard index == Int(part) else { return }
        range = RouteComponents.raw(piece, of: component, in: text)
      }
      return range
    }
  }
}

extension RouteIndex.CompiledMatcher {
  /// The matcher that this was made of.
  var uncompiled: RouteMatcher {
    switch self {
    case .typed(let converter): .typed(converter)
    case .affix(let affix):
      .affix(literals: affix.literals, converters: affix.captures.map(\.converter))
    }
  }
}
