/// A segment that is neither literal nor takes anything: what its captures are
/// called does not matter to it.
enum RouteMatcher: Hashable, Sendable {
  case affix(literals: [[UInt8]], converters: [RouteConverter?])
  /// A component that begins with this and goes on, with all that follow it.
  case rest(prefix: [UInt8])
  case typed(RouteConverter)

  init?(_ segment: RouteSegment) {
    switch segment {
    case .affix(let affix):
      self = .affix(literals: affix.literals, converters: affix.captures.map(\.converter))
    case .capture(let capture):
      guard let converter = capture.converter else { return nil }
      self = .typed(converter)
    case .rest(let prefix, _):
      guard !prefix.isEmpty else { return nil }
      self = .rest(prefix: prefix)
    case .literal:
      return nil
    }
  }

  /// Returns whether this is tried before `other` where both could take a component.
  ///
  /// Affixes come before rests with a prefix, and those before typed captures. Of
  /// two affixes the one with more literal bytes comes first, then the one with the
  /// longer beginning, then the one with more converters; of two rests the one with
  /// the longer prefix. What is left is ordered by bytes and names, so that the
  /// order never depends on which was declared first.
  func precedes(_ other: RouteMatcher) -> Bool {
    switch (self, other) {
    case (.typed(let one), .typed(let two)): return one.order < two.order
    case (.rest(let prefix), .rest(let otherPrefix)):
      return prefix.count != otherPrefix.count
        ? prefix.count > otherPrefix.count : prefix.lexicographicallyPrecedes(otherPrefix)
    case (.affix(let literals, let converters), .affix(let others, let otherConverters)):
      let size = literals.reduce(0) { $0 + $1.count }
      let otherSize = others.reduce(0) { $0 + $1.count }
      if size != otherSize { return size > otherSize }
      if literals[0].count != others[0].count { return literals[0].count > others[0].count }
      let typed = converters.count { $0 != nil }
      let otherTyped = otherConverters.count { $0 != nil }
      if typed != otherTyped { return typed > otherTyped }
      if literals != others {
        return literals.lexicographicallyPrecedes(others) { $0.lexicographicallyPrecedes($1) }
      }
      return converters.map(Self.order).lexicographicallyPrecedes(
        otherConverters.map(Self.order), by: <)
    default: return rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .affix: 0
    case .rest: 1
    case .typed: 2
    }
  }

  private static func order(_ converter: RouteConverter?) -> (Int, String) {
    converter?.order ?? (Int.max, "")
  }

  /// Returns whether this takes every component that `other` takes, as far as that can
  /// be seen from the two.
  func covers(_ other: RouteMatcher) -> Bool {
    switch (self, other) {
    case (.typed(let one), .typed(let two)):
      return one.covers(two)
    case (.affix(_, let converters), .affix(let others, _))
    where converters.allSatisfy { $0 == nil }:
      // No text has this byte: what is matched with it in the place of captures is
      // matched with whatever is captured.
      return matches(Array(others.joined(separator: [0xFF])))
    case (.affix(let literals, let converters), .affix(let others, let otherConverters)):
      return literals == others
        && zip(converters, otherConverters).allSatisfy { one, two in
          guard let one else { return true }
          return two.map { one.covers($0) } ?? false
        }
    case (.rest(let prefix), .affix(let literals, _)):
      return literals[0].starts(with: prefix)
    case (.rest(let prefix), .rest(let otherPrefix)):
      return otherPrefix.starts(with: prefix)
    default:
      return false
    }
  }
}
