import Spelling

/// The reason why no address can be created from a pattern and values.
package enum RouteValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A capture that is not optional has no value.
  case missing(name: String, pattern: String)
  /// The pattern has no capture of this name.
  case unknown(name: String, pattern: String, nearest: String?)
  /// The address with this value would be read differently.
  case unfit(name: String, value: String, pattern: String, why: String)
  /// The pattern does not accept the scheme.
  case scheme(String, pattern: String, allowed: [String])

  package var description: String {
    switch self {
    case .missing(let name, let pattern):
      "'\(pattern)' needs a value for '\(name)': pass one."
    case .unknown(let name, let pattern, let nearest):
      "'\(pattern)' captures no '\(name)'"
        + (nearest.map { ": did you mean '\($0)'?" } ?? ": remove it.")
    case .unfit(let name, let value, let pattern, let why):
      "'\(value)' does not fit '\(name)' of '\(pattern)': \(why)"
    case .scheme(let scheme, let pattern, let allowed):
      allowed.isEmpty
        ? "'\(scheme)' is not a scheme: start it with a letter."
        : "'\(pattern)' does not match the scheme '\(scheme)': use \(allowed.joined(separator: " or "))."
    }
  }
}

extension RoutePattern {
  /// Returns the address in which the captures have these values.
  ///
  /// Values of adjacent optional captures can be omitted from the end. The components of a rest are
  /// separated by slashes. If the pattern is matched with the address, its captures have the same
  /// values.
  ///
  /// - Parameters:
  ///   - values: The values by the names of the captures, not escaped.
  ///   - scheme: The scheme. By default, the first scheme of the pattern, or none if it has none.
  /// - Returns: The address. With a scheme, the first component becomes the host.
  /// - Throws: An error that names the value that is missing or cannot be used.
  package func url(
    with values: [String: String], scheme: String? = nil
  ) throws(RouteValueError) -> RouteAddress {
    let names = captureNames
    if let name = values.keys.sorted().first(where: { !names.contains($0) }) {
      throw .unknown(
        name: name, pattern: text,
        nearest: EditDistance.nearest(to: name, among: names, atMost: 1).first)
    }
    let scheme = scheme ?? schemes.first
    if let scheme {
      let isAllowed = schemes.isEmpty || schemes.contains(scheme.lowercased())
      guard isAllowed, ASCII.isScheme(scheme.utf8) else {
        throw .scheme(scheme, pattern: text, allowed: schemes)
      }
    }
    var components: [String] = []
    for (place, segment) in segments.enumerated() where isPresent(place, with: values) {
      try append(segment, with: values, to: &components)
    }
    var parts = RouteAddress.Parts(scheme: scheme)
    if scheme != nil, let host = components.first {
      parts.host = host
      components.removeFirst()
    }
    parts.components = components
    let address: RouteAddress
    do throws(RouteAddressError) {
      address = try RouteAddress(parts)
    } catch {
      // Schemes and components were checked above, so the address can only be too long.
      throw .unfit(
        name: names.joined(separator: ", "), value: "…", pattern: text, why: error.description)
    }
    try checkReading(address, gives: values)
    return address
  }

  /// Returns whether the address contains a segment.
  ///
  /// It does if the segment is required or has a value, or if a later segment that depends on it
  /// has a value.
  private func isPresent(_ place: Int, with values: [String: String]) -> Bool {
    guard optionals.contains(place) else { return true }
    return segments[place...].enumerated().prefix { optionals.contains(place + $0.offset) }
      .contains { $0.element.captureNames.contains { values[$0] != nil } }
  }

  /// Throws an error if a value would be captured by another optional segment.
  private func checkReading(
    _ address: RouteAddress, gives values: [String: String]
  ) throws(RouteValueError) {
    // If only the last segments are optional, their number determines which ones are present.
    guard optionals.contains(where: { $0 + 1 < segments.count && !optionals.contains($0 + 1) })
    else { return }
    let captures = RouteTable([RouteEntry(self, route: ())]).match(address)?.captures
    for name in captureNames {
      guard let value = values[name] else { continue }
      let found = captures?[name]
      if let found, found.utf8.elementsEqual(value.utf8) { continue }
      throw .unfit(
        name: name, value: value, pattern: text,
        why: "'\(address)' would not be parsed as it"
          + (found.map { ", but as '\($0)'." } ?? ", but as another capture."))
    }
  }

  private func value(
    of name: String, in values: [String: String]
  ) throws(RouteValueError) -> String {
    guard let value = values[name] else { throw .missing(name: name, pattern: text) }
    guard !value.isEmpty else {
      throw .unfit(name: name, value: value, pattern: text, why: "a component is never empty.")
    }
    return value
  }

  private func append(
    _ segment: RouteSegment, with values: [String: String], to components: inout [String]
  ) throws(RouteValueError) {
    switch segment {
    case .literal(let bytes):
      components.append(String(decoding: bytes, as: UTF8.self))
    case .capture(let capture):
      let value = try value(of: capture.name, in: values)
      try check(value, for: capture)
      components.append(value)
    case .rest(let prefix, let name):
      let value = try value(of: name, in: values)
      let pieces = value.utf8.split(separator: ASCII.slash, omittingEmptySubsequences: false)
      guard pieces.allSatisfy({ !$0.isEmpty }) else {
        throw .unfit(
          name: name, value: value, pattern: text,
          why: "every slash must have text before and after it.")
      }
      components += pieces.map { String(Substring($0)) }
      let first = components.count - pieces.count
      components[first] = String(decoding: prefix, as: UTF8.self) + components[first]
    case .affix(let affix):
      try append(affix, with: values, to: &components)
    }
  }

  private func append(
    _ affix: RouteAffix, with values: [String: String], to components: inout [String]
  ) throws(RouteValueError) {
    var bytes = affix.literals[0]
    for (index, capture) in affix.captures.enumerated() {
      let value = try value(of: capture.name, in: values)
      try check(value, for: capture)
      bytes += Array(value.utf8) + affix.literals[index + 1]
    }
    let component = String(decoding: bytes, as: UTF8.self)
    let captured = ByteView.of(bytes) { affix.split($0, 0..<bytes.count) }
    for (index, capture) in affix.captures.enumerated() {
      let value = values[capture.name, default: ""]
      let found = captured.map { bytes[$0[index]] } ?? []
      guard found.elementsEqual(value.utf8) else {
        throw .unfit(
          name: capture.name, value: value, pattern: text,
          why: """
            in '\(component)' it would be parsed as '\(String(decoding: found, as: UTF8.self))'.
            """)
      }
    }
    components.append(component)
  }

  private func check(
    _ value: String, for capture: RouteCapture
  ) throws(RouteValueError) {
    guard let converter = capture.converter else { return }
    let isFit = ByteView.of(value) { converter.accepts($0, 0..<$0.count) }
    guard isFit else {
      throw .unfit(
        name: capture.name, value: value, pattern: text, why: "it must be of kind '\(converter)'.")
    }
  }
}
