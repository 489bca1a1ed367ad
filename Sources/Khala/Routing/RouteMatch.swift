/// The route that an address leads to.
struct RouteMatch<Route: Sendable>: Sendable {
  let route: Route

  /// The number of the route among the entries of its table.
  let entry: Int

  let captures: RouteCaptures
}

/// What a pattern captured, as places in the address; decoded when asked for.
struct RouteCaptures: Sendable {
  /// The names of all captures of the pattern, from left to right.
  let names: [String]

  private let address: RouteAddress
  private let ranges: CapturedRanges
  private let hasRest: Bool

  init(_ address: RouteAddress, names: [String], ranges: CapturedRanges, hasRest: Bool) {
    self.address = address
    self.names = names
    self.ranges = ranges
    self.hasRest = hasRest
  }

  /// How many texts were captured: fewer than there are names if optional
  /// components are missing.
  var count: Int { ranges.count }

  /// The captured text, decoded; nil if the component is missing, or if no
  /// capture has this name.
  ///
  /// The components of a rest are joined by slashes; ``components(of:)`` tells
  /// them from slashes that were escaped.
  subscript(name: String) -> String? {
    guard let index = index(of: name) else { return nil }
    guard hasRest, index == ranges.count - 1 else { return address.decoded(ranges[index]) }
    return restComponents(ranges[index]).joined(separator: "/")
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
    guard let index = index(of: name) else { return [] }
    guard hasRest, index == ranges.count - 1 else { return [address.decoded(ranges[index])] }
    return restComponents(ranges[index])
  }

  /// Everything that was captured.
  var dictionary: [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = self[name] }
    return values
  }

  private func index(of name: String) -> Int? {
    guard let index = names.firstIndex(of: name), index < ranges.count else { return nil }
    return index
  }

  private func restComponents(_ range: ByteRange) -> [String] {
    // A rest that begins with the host has the port in it, which is no component.
    guard range.start < address.layout.path.start else { return address.decodedComponents(range) }
    return address.routeComponents
  }
}
