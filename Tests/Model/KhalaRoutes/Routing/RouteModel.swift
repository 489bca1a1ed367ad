import Testing

@testable import KhalaRoutes

/// What a table must find, by trying every pattern one after the other.
struct RouteModel {
  let entries: [RouteEntry<Int>]

  struct Match: Equatable {
    var entry: Int
    var captures: [String: String]
  }

  /// A match, and where it stands among all.
  struct Candidate: Comparable {
    var key: [Rank]
    var match: Match

    static func < (left: Candidate, right: Candidate) -> Bool {
      left.key.lexicographicallyPrecedes(right.key)
    }
  }

  func match(_ address: RouteAddress) -> Match? {
    entries.indices.compactMap { candidate($0, at: address) }.min()?.match
  }

  /// The best match of an entry.
  func candidate(_ number: Int, at address: RouteAddress) -> Candidate? {
    let components = (address.host.map { [$0] } ?? []) + address.components
    let entry = entries[number]
    let pattern = entry.pattern
    let scheme = address.scheme?.lowercased()
    if !pattern.schemes.isEmpty, !pattern.schemes.contains(scheme ?? "") { return nil }
    return Self.variants(pattern).enumerated().compactMap { preference, places in
      let segments = places.map { pattern.segments[$0] }
      guard let captures = captures(segments[...], components[...]) else { return nil }
      var key = [Rank(numbers: [~entry.priority])]
      key += segments.map(rank)
      // Where only the segments of one are left, they are equal so far.
      key.append(Rank(numbers: [9, pattern.schemes.isEmpty ? 1 : 0, number, preference]))
      return Candidate(key: key, match: Match(entry: number, captures: captures))
    }.min()
  }

  /// Which segments may be there, those with the leftmost optional ones first: all
  /// subsets in which no optional segment is there without the one before it.
  private static func variants(_ pattern: RoutePattern) -> [[Int]] {
    let optionals = pattern.optionals.sorted()
    return (0..<1 << optionals.count).map { mask in
      pattern.segments.indices.filter { place in
        optionals.firstIndex(of: place).map { mask & 1 << $0 == 0 } ?? true
      }
    }.filter { places in
      places.allSatisfy { place in
        !pattern.optionals.contains(place) || !pattern.optionals.contains(place - 1)
          || places.contains(place - 1)
      }
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Where a segment stands, compared in this order.
  struct Rank: Comparable {
    var numbers: [Int]
    var texts: [[UInt8]] = []
    var names: [String] = []

    static func < (left: Rank, right: Rank) -> Bool {
      if left.numbers != right.numbers {
        return left.numbers.lexicographicallyPrecedes(right.numbers)
      }
      if left.texts != right.texts {
        return left.texts.lexicographicallyPrecedes(right.texts) {
          $0.lexicographicallyPrecedes($1)
        }
      }
      return left.names.lexicographicallyPrecedes(right.names)
    }
  }

  private func rank(_ segment: RouteSegment) -> Rank {
    switch segment {
    case .literal: Rank(numbers: [0])
    case .affix(let affix):
      Rank(
        numbers: [
          1, -affix.literals.map(\.count).reduce(0, +), -affix.literals[0].count,
          -affix.captures.filter { $0.converter != nil }.count,
        ],
        texts: affix.literals, names: affix.captures.map { order($0.converter) })
    case .capture(let capture):
      capture.converter == nil
        ? Rank(numbers: [4]) : Rank(numbers: [3], names: [order(capture.converter)])
    case .rest(let prefix, _):
      prefix.isEmpty ? Rank(numbers: [5]) : Rank(numbers: [2, -prefix.count], texts: [prefix])
    }
  }

  private func order(_ converter: RouteConverter?) -> String {
    guard let converter else { return "9" }
    let known = ["Bool", "UInt", "Int", "Double", "UUID"].firstIndex(of: converter.name)
    return "\(known ?? 5) \(converter.name)"
  }

  private func captures(
    _ segments: ArraySlice<RouteSegment>, _ components: ArraySlice<String>
  ) -> [String: String]? {
    guard let segment = segments.first else { return components.isEmpty ? [:] : nil }
    guard let component = components.first else { return nil }
    var found: [String: String]
    switch segment {
    case .rest(let prefix, let name):
      guard component.utf8.starts(with: prefix), component.utf8.count > prefix.count else {
        return nil
      }
      let first = String(decoding: component.utf8.dropFirst(prefix.count), as: UTF8.self)
      return [name: ([first] + components.dropFirst()).joined(separator: "/")]
    case .literal(let bytes):
      guard Array(component.utf8) == bytes else { return nil }
      found = [:]
    case .capture(let capture):
      guard Self.isFit(component, capture) else { return nil }
      found = [capture.name: component]
    case .affix(let affix):
      guard
        let captured = Self.split(
          Array(component.utf8)[...], affix.literals[...], affix.captures[...])
      else { return nil }
      found = [:]
      for (capture, value) in zip(affix.captures, captured) {
        found[capture.name] = String(decoding: value, as: UTF8.self)
      }
    }
    guard let others = captures(segments.dropFirst(), components.dropFirst()) else { return nil }
    found.merge(others) { one, _ in one }
    return found
  }

  private static func isFit(_ text: String, _ capture: RouteCapture) -> Bool {
    switch capture.converter?.name {
    case nil: true
    case "Bool": text == "true" || text == "false"
    case "UInt": !text.hasPrefix("+") && UInt(text) != nil && !text.hasPrefix("-")
    case "Int": !text.hasPrefix("+") && Int(text) != nil
    default: false
    }
  }

  /// The values of captures between literals: of all splits, the first one if the
  /// longest value of each capture is tried first.
  static func split(
    _ component: ArraySlice<UInt8>, _ literals: ArraySlice<[UInt8]>,
    _ captures: ArraySlice<RouteCapture>
  ) -> [[UInt8]]? {
    guard let literal = literals.first, component.starts(with: literal) else { return nil }
    let rest = component.dropFirst(literal.count)
    guard let capture = captures.first else { return rest.isEmpty ? [] : nil }
    for size in stride(from: rest.count, to: 0, by: -1) {
      let value = Array(rest.prefix(size))
      guard isFit(String(decoding: value, as: UTF8.self), capture),
        let others = split(rest.dropFirst(size), literals.dropFirst(), captures.dropFirst())
      else { continue }
      return [value] + others
    }
    return nil
  }
}

/// Expects that the table finds what the model finds, and explains just that.
func expectSame(
  _ table: RouteTable<Int>, _ model: RouteModel, at address: RouteAddress,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let expected = model.match(address)
  let found = table.match(address)
  let match = found.map { RouteModel.Match(entry: $0.entry, captures: $0.captures.dictionary) }
  guard match == expected, found.map(\.route) == found.map({ table.entries[$0.entry].route }) else {
    Issue.record(
      """
      \(address): \(match.map { "\($0)" } ?? "nothing") instead of \
      \(expected.map { "\($0)" } ?? "nothing") among \(table.entries.map(\.pattern.text))
      """, sourceLocation: sourceLocation)
    return
  }
}
