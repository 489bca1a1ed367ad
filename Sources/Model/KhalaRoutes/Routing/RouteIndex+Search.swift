extension RouteIndex {
  /// A variant of a pattern that matches, and where its captures are in the
  /// address.
  @usableFromInline
  package struct Found: BitwiseCopyable, Sendable {
    /// The variant, or -1 if nothing matches.
    @usableFromInline package var variant: Int32
    var ranges: CapturedRanges

    static let nothing = Found(variant: -1, ranges: .none)

    @inline(__always)
    init(variant: Int32, ranges: CapturedRanges) {
      self.variant = variant
      self.ranges = ranges
    }

    @inline(__always)
    fileprivate init(_ search: RouteSearch<some RouteSearchObserver>) {
      self.init(variant: search.best.variant, ranges: search.capturedRanges)
    }
  }

  /// Looks an address up.
  @inlinable @inline(__always)
  package func find(_ address: RouteAddress) -> Found { find(address.text, address.layout) }

  /// Looks an address up by its parts, so that it need not be copied as a whole.
  @usableFromInline
  func find(_ text: String, _ layout: RouteAddress.Layout) -> Found {
    let found = ByteView.of(text) { findDirectly($0, layout) }
    return found.variant >= 0 ? found : search(text, layout)
  }

  /// Looks an address up that does not lead directly to its route.
  @inline(never)
  private func search(_ text: String, _ layout: RouteAddress.Layout) -> Found {
    withSearch(for: text, layout, RouteSearchIgnorer()) { search in
      search.run()
      return Found(search)
    }
  }

  /// Looks an address up, telling the observer every step, and first of all whether there
  /// is a route without captures.
  func find(_ address: RouteAddress, observer: inout some RouteSearchObserver) -> Found {
    let (found, informed) = withSearch(for: address.text, address.layout, observer) { search in
      search.followLiterals()
      search.run()
      return (Found(search), search.observer)
    }
    observer = informed
    return found
  }

  /// The number of the pattern that was found.
  @usableFromInline @inline(__always)
  package func entry(of found: Found) -> Int { Int(variants[Int(found.variant)].entry) }

  /// Finds out once more where a capture of an address is.
  func range(ofCapture number: Int, of variant: Int32, in address: RouteAddress) -> ByteRange {
    withSearch(for: address.text, address.layout, RouteSearchIgnorer()) { search in
      search.range(of: steps[Int(variants[Int(variant)].steps.start) + number])
    }
  }

  /// Takes an address apart for a search.
  @inline(__always)
  private func withSearch<Observer: RouteSearchObserver, Value>(
    for text: String, _ layout: RouteAddress.Layout, _ observer: Observer,
    _ body: (inout RouteSearch<Observer>) -> Value
  ) -> Value {
    ByteView.of(text) { text in
      unsafe withUnsafeTemporaryAllocation(of: RouteComponent.self, capacity: componentLimit) {
        unsafe search(text, layout, RouteComponents($0), observer, body)
      }
    }
  }

  /// Finds the components, and searches with them.
  @inline(never)
  private func search<Observer: RouteSearchObserver, Value>(
    _ text: ByteView, _ layout: RouteAddress.Layout, _ empty: RouteComponents,
    _ observer: Observer, _ body: (inout RouteSearch<Observer>) -> Value
  ) -> Value {
    var components = empty
    guard layout.isRouteEscaped else {
      components.scan(text, layout)
      var search = RouteSearch(
        index: self, text: text, bytes: text, components: components, layout: layout,
        observer: observer)
      return body(&search)
    }
    let decoded = components.scanDecoding(text, layout)
    return ByteView.of(decoded) { bytes in
      var search = RouteSearch(
        index: self, text: text, bytes: bytes, components: components, layout: layout,
        observer: observer)
      return body(&search)
    }
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

extension RouteIndex {
  /// Goes the way that most addresses take: from each node by the literal, and where no
  /// literal fits, by the capture of anything.
  ///
  /// This is the way on which a search begins. An address that never has to turn back needs
  /// no memory of it, and captures what it passes.
  ///
  /// - Returns: The route at its end, or nothing if it takes a search to find the route: if
  ///   there is something else to try on the way, if the route takes some schemes only, or if
  ///   others have a higher priority; or if the components are not as they are written.
  @inline(__always)
  func findDirectly(_ bytes: ByteView, _ layout: RouteAddress.Layout) -> Found {
    let isInOnePiece = layout.host.isEmpty || layout.hostEnd == layout.pathStart
    guard isInOnePiece, !layout.isRouteEscaped else { return .nothing }
    var number = Int32(RouteTrie.root)
    var node = unsafe nodes.pointer(at: RouteTrie.root)
    let rank = unsafe node.pointee.rank
    var captures = CapturedRanges.none
    // There is no port between the host and the path, which begins with a slash.
    var rest = ByteRange(
      start: layout.host.isEmpty ? layout.pathStart : layout.hostStart, end: layout.pathEnd)
    while let (component, head) = rest.takeComponent(of: bytes) {
      var child = unsafe literalChild(of: node, number, bytes, component, head: head)
      if child < 0 {
        guard unsafe node.pointee.matchers.count == 0 else { return .nothing }
        child = unsafe node.pointee.capture
        guard child >= 0 else {
          captures.append(ByteRange(start: component.start, end: layout.pathEnd))
          return unsafe found(node.pointee.restAcceptances, rank: rank, captures)
        }
        captures.append(component)
      }
      number = child
      unsafe node = nodes.pointer(at: Int(child))
    }
    return unsafe found(node.pointee.acceptances, rank: rank, captures)
  }

  /// Returns the first of these if it has the rank and takes any scheme.
  @inline(__always)
  private func found(_ candidates: Slice, rank: Int32, _ captures: CapturedRanges) -> Found {
    guard candidates.count > 0 else { return .nothing }
    let first = acceptances[Int(candidates.start)]
    guard first.rank == rank, first.schemes < 0 else { return .nothing }
    return Found(variant: first.variant, ranges: captures)
  }
}

extension ByteRange {
  /// Takes the first component that is not empty, and the slash behind it, from a path.
  ///
  /// - Returns: The component and its head, or `nil` if there is none.
  @inline(__always)
  fileprivate mutating func takeComponent(
    of bytes: ByteView
  ) -> (component: ByteRange, head: UInt64)? {
    var start = Int(start)
    let end = Int(end)
    while start < end, bytes[start] == ASCII.slash { start &+= 1 }
    guard start < end else { return nil }
    let word = bytes.word(at: start)
    let slashes = ByteView.firstSlash(in: word)
    var stop = start &+ slashes.trailingZeroBitCount &>> 3
    if slashes == 0, stop < end { stop = bytes.offsetOfSlash(from: stop) }
    // Slashes may follow in the query.
    stop = Swift.min(stop, end)
    self = ByteRange(Swift.min(stop &+ 1, end), end)
    let component = ByteRange(start, stop)
    return (component, component.head(in: word))
  }
}

extension RouteIndex {
  /// Returns the child that a component of these bytes, with this head, leads to as a
  /// literal from the node of this number; or a negative number.
  @unsafe @inline(__always)
  func literalChild(
    of node: UnsafePointer<Node>, _ number: Int32, _ bytes: ByteView, _ component: ByteRange,
    head: UInt64
  ) -> Int32 {
    let child = unsafe node.pointee.literalChild
    if child >= 0 {
      return unsafe isEqual(node.pointee.literal, bytes, component, head) ? child : -1
    }
    guard child == Node.manyLiterals else { return -1 }
    let mask = edges.count &- 1
    var slot = Int(
      truncatingIfNeeded: RouteHash.of(bytes, component, head: head, below: number))
    while true {
      let edge = unsafe edges.pointer(at: slot & mask)
      let child = unsafe edge.pointee.child
      if child < 0 { return -1 }
      if unsafe edge.pointee.node == number
        && isEqual(edge.pointee.literal, bytes, component, head)
      {
        return child
      }
      slot &+= 1
    }
  }

  /// Returns whether the literal and the component have the same bytes.
  @inline(__always)
  private func isEqual(
    _ literal: Literal, _ bytes: ByteView, _ component: ByteRange, _ head: UInt64
  ) -> Bool {
    guard literal.head == head, literal.range.count == component.count else { return false }
    return component.count <= 8 || pool.bytes.hasTail(of: literal.range, in: bytes, component)
  }
}

extension ByteView {
  /// Returns whether a piece of these bytes and a piece of others, of the same size, are
  /// equal behind the first eight bytes.
  @inline(never)
  fileprivate func hasTail(of range: ByteRange, in other: ByteView, _ otherRange: ByteRange)
    -> Bool
  {
    var offset: UInt32 = 8
    while range.start &+ offset < range.end {
      let rest = ByteRange(start: range.start &+ offset, end: range.end)
      let otherRest = ByteRange(start: otherRange.start &+ offset, end: otherRange.end)
      guard head(of: rest) == other.head(of: otherRest) else { return false }
      offset &+= 8
    }
    return true
  }
}
