/// The route that an address leads to.
@usableFromInline
package struct RouteMatch<Route: Sendable>: Sendable {
  @usableFromInline package let route: Route

  /// The number of the route among the entries of its table.
  @usableFromInline package let entry: Int

  @usableFromInline package let captures: RouteCaptures

  @inlinable
  init(route: Route, entry: Int, captures: RouteCaptures) {
    self.route = route
    self.entry = entry
    self.captures = captures
  }
}

/// The captures of a pattern, as ranges in the address; decoded when asked for.
///
/// Those of a pattern without captures, which is what most calls have, refer to
/// nothing.
@usableFromInline
package struct RouteCaptures: Sendable {
  fileprivate struct Source {
    let address: RouteAddress
    let index: RouteIndex
    let found: RouteIndex.Found
  }

  private let source: Source?

  /// Nothing was captured.
  package static var none: RouteCaptures { RouteCaptures() }

  @inline(__always)
  private init() {
    source = nil
  }

  @usableFromInline @inline(__always)
  package init(_ address: RouteAddress, _ found: RouteIndex.Found, in index: RouteIndex) {
    guard index.variants[Int(found.variant)].hasCaptures else {
      source = nil
      return
    }
    source = Source(address: address, index: index, found: found)
  }

  /// The names of all captures of the pattern, from left to right.
  package var names: [String] { source.map { $0.index.names[$0.index.entry(of: $0.found)] } ?? [] }

  /// The number of captured texts: fewer than there are names if optional components are missing.
  package var count: Int { source?.found.ranges.count ?? 0 }

  /// The captured text, decoded; nil if the component is missing, or if no
  /// capture has this name.
  ///
  /// The components of a rest are joined by slashes; ``components(of:)`` tells
  /// them from slashes that were escaped.
  package subscript(name: String) -> String? {
    guard let source, let number = number(of: name) else { return nil }
    guard source.isRest(number) else { return source.text(number) }
    return source.restComponents(number).joined(separator: "/")
  }

  /// The captured text as a value, or nil if it is missing or no such value.
  package func value<Value: LosslessStringConvertible>(
    of name: String, as type: Value.Type = Value.self
  ) -> Value? {
    self[name].flatMap { Value($0) }
  }

  /// The components that were captured, decoded: several for a rest, none if they
  /// are missing.
  ///
  /// Never inlined: it would weigh 5 KB wherever captures are shown.
  @inline(never)
  package func components(of name: String) -> [String] {
    guard let source, let number = number(of: name) else { return [] }
    return source.isRest(number) ? source.restComponents(number) : [source.text(number)]
  }

  /// Everything that was captured, in the order of the path.
  package var texts: [(name: String, value: String)] {
    source == nil ? [] : names.compactMap { name in self[name].map { (name, $0) } }
  }

  /// The same, by name.
  package var dictionary: [String: String] {
    Dictionary(texts.map { ($0.name, $0.value) }) { _, last in last }
  }

  private func number(of name: String) -> Int? {
    source.flatMap { $0.index.capturedNames[Int($0.found.variant)].firstIndex(of: name) }
  }
}

extension RouteCaptures.Source {
  fileprivate func isRest(_ number: Int) -> Bool {
    number == found.ranges.count - 1 && index.variants[Int(found.variant)].hasRest
  }

  fileprivate func text(_ number: Int) -> String { address.decoded(range(number)) }

  fileprivate func restComponents(_ number: Int) -> [String] {
    let range = range(number)
    let path = address.layout.path
    guard range.start < path.start else { return address.decodedComponents(range) }
    // A rest that begins in the host has the port in it, which is no component.
    let host = ByteRange(Int(range.start), Int(address.layout.host.end))
    return [address.decoded(host)] + address.decodedComponents(path)
  }

  private func range(_ number: Int) -> ByteRange {
    found.ranges[number] ?? index.range(ofCapture: number, of: found.variant, in: address)
  }
}
