/// The route that an address leads to.
struct RouteMatch<Route: Sendable>: Sendable {
  let route: Route

  /// The number of the route among the entries of its table.
  let entry: Int

  let captures: RouteCaptures
}

/// What a pattern captured, as places in the address; decoded when asked for.
struct RouteCaptures: Sendable {
  private let address: RouteAddress
  private let index: RouteIndex
  private let found: RouteIndex.Found

  init(_ address: RouteAddress, _ found: RouteIndex.Found, in index: RouteIndex) {
    self.address = address
    self.index = index
    self.found = found
  }

  /// The names of all captures of the pattern, from left to right.
  var names: [String] { index.names[index.entry(of: found)] }

  /// How many texts were captured: fewer than there are names if optional
  /// components are missing.
  var count: Int { found.ranges.count }

  /// The captured text, decoded; nil if the component is missing, or if no
  /// capture has this name.
  ///
  /// The components of a rest are joined by slashes; ``components(of:)`` tells
  /// them from slashes that were escaped.
  subscript(name: String) -> String? {
    guard let number = number(of: name) else { return nil }
    guard isRest(number) else { return address.decoded(range(number)) }
    return restComponents(range(number)).joined(separator: "/")
  }

  /// The captured text as a value, or nil if it is missing or no such value.
  func value<Value: LosslessStringConvertible>(
    of name: String, as type: Value.Type = Value.self
  ) -> Value? {
    self[name].flatMap { Value($0) }
  }

  /// The components that were captured, decoded: several for a rest, none if they
  /// are missing.
  func components(of name: String) -> [String] {
    guard let number = number(of: name) else { return [] }
    guard isRest(number) else { return [address.decoded(range(number))] }
    return restComponents(range(number))
  }

  /// Everything that was captured.
  var dictionary: [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = self[name] }
    return values
  }

  private func number(of name: String) -> Int? {
    guard let number = names.firstIndex(of: name), number < count else { return nil }
    return number
  }

  private func isRest(_ number: Int) -> Bool {
    number == count - 1 && index.variants[Int(found.variant)].hasRest
  }

  private func range(_ number: Int) -> ByteRange {
    found.ranges[number] ?? index.range(ofCapture: number, of: found.variant, in: address)
  }

  private func restComponents(_ range: ByteRange) -> [String] {
    // A rest that begins with the host has the port in it, which is no component.
    guard range.start < address.layout.path.start else { return address.decodedComponents(range) }
    return address.routeComponents
  }
}
