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
