import Testing

@testable import Khala

/// What a table must find, by trying every pattern one after the other.
struct RouteModel {
  let entries: [RouteEntry<Int>]

  struct Match: Equatable {
    var entry: Int
    var captures: [String: String]
  }

  func match(_ address: RouteAddress) -> Match? {
    let components = (address.host.map { [$0] } ?? []) + address.components
    let scheme = address.scheme?.lowercased()
    var best: (key: [Rank], match: Match)?
    for (number, entry) in entries.enumerated() {
      let pattern = entry.pattern
      if !pattern.schemes.isEmpty, !pattern.schemes.contains(scheme ?? "") { continue }
      for count in pattern.requiredCount...pattern.segments.count {
        let segments = Array(pattern.segments[..<count])
        guard let captures = captures(segments[...], components[...]) else { continue }
        var key = [Rank(numbers: [-entry.priority])]
        key += segments.map(rank)
        // Where only the segments of one are left, they are equal so far.
        key.append(Rank(numbers: [9, pattern.schemes.isEmpty ? 1 : 0, number]))
        if best.map({ key.lexicographicallyPrecedes($0.key) }) ?? true {
          best = (key, Match(entry: number, captures: captures))
        }
      }
    }
    return best?.match
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
        ? Rank(numbers: [3]) : Rank(numbers: [2], names: [order(capture.converter)])
    case .rest: Rank(numbers: [4])
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
    case .rest(let name):
      return [name: components.joined(separator: "/")]
    case .literal(let bytes):
      guard Array(component.utf8) == bytes else { return nil }
      found = [:]
    case .capture(let capture):
      guard isFit(component, capture) else { return nil }
      found = [capture.name: component]
    case .affix(let affix):
      guard let captured = split(Array(component.utf8), affix) else { return nil }
      found = captured
    }
    guard let others = captures(segments.dropFirst(), components.dropFirst()) else { return nil }
    found.merge(others) { one, _ in one }
    return found
  }

  private func isFit(_ text: String, _ capture: RouteCapture) -> Bool {
    switch capture.converter?.name {
    case nil: true
    case "Bool": text == "true" || text == "false"
    case "UInt": !text.hasPrefix("+") && UInt(text) != nil && !text.hasPrefix("-")
    case "Int": !text.hasPrefix("+") && Int(text) != nil
    default: false
    }
  }

  private func split(_ component: [UInt8], _ affix: RouteAffix) -> [String: String]? {
    guard component.starts(with: affix.literals[0]) else { return nil }
    var rest = component.dropFirst(affix.literals[0].count)
    let last = affix.literals[affix.literals.count - 1]
    guard rest.count > last.count, Array(rest.suffix(last.count)) == last else { return nil }
    rest = rest.dropLast(last.count)
    var values: [[UInt8]] = []
    for literal in affix.literals.dropFirst().dropLast() {
      guard
        let place = rest.indices.dropFirst().first(where: { rest[$0...].starts(with: literal) })
      else { return nil }
      values.append(Array(rest[..<place]))
      rest = rest[(place + literal.count)...]
    }
    guard !rest.isEmpty else { return nil }
    values.append(Array(rest))
    var found: [String: String] = [:]
    for (capture, value) in zip(affix.captures, values) {
      let text = String(decoding: value, as: UTF8.self)
      guard isFit(text, capture) else { return nil }
      found[capture.name] = text
    }
    return found
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
