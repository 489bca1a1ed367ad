import RoutePatterns

/// The part of a pattern for one component of an address, or for all remaining components.
package enum RouteSegment: Hashable, Sendable {
  /// The decoded component must be equal to these bytes.
  case literal([UInt8])
  /// The component contains literals and captures, such as `img-{id}.png`.
  case affix(RouteAffix)
  /// The component is captured if the converter accepts it.
  case capture(RouteCapture)
  /// All remaining components are captured.
  ///
  /// At least one component must remain, and the first one must start with the prefix and be longer.
  /// The prefix is not captured.
  case rest(prefix: [UInt8], name: String)

  /// Creates a segment from its syntax.
  init(_ syntax: RoutePatternSyntax.Segment, converters: RouteConverters) {
    func capture(_ syntax: RoutePatternSyntax.Capture) -> RouteCapture {
      RouteCapture(name: syntax.name, converter: syntax.converter.flatMap { converters[$0] })
    }
    switch syntax {
    case .literal(let bytes): self = .literal(bytes)
    case .affix(let literals, let captures):
      self = .affix(RouteAffix(literals: literals, captures: captures.map(capture)))
    case .capture(let syntax): self = .capture(capture(syntax))
    case .rest(let prefix, let syntax): self = .rest(prefix: prefix, name: syntax.name)
    }
  }

  /// The names of the captures of the segment.
  var captureNames: [String] {
    switch self {
    case .literal: []
    case .affix(let affix): affix.captures.map(\.name)
    case .capture(let capture): [capture.name]
    case .rest(_, let name): [name]
    }
  }

  /// The segment without the names of its captures: it matches the same components.
  var unnamed: RouteSegment {
    switch self {
    case .literal: self
    case .affix(let affix):
      .affix(
        RouteAffix(
          literals: affix.literals,
          captures: affix.captures.map { RouteCapture(name: "", converter: $0.converter) }))
    case .capture(let capture): .capture(RouteCapture(name: "", converter: capture.converter))
    case .rest(let prefix, _): .rest(prefix: prefix, name: "")
    }
  }

  /// Returns whether the segment accepts a decoded component.
  func matches(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
    switch self {
    case .literal(let literal):
      literal.count == range.count && bytes.contains(literal, at: range.lowerBound)
    case .affix(let affix): affix.matches(bytes, range) { _, _ in }
    case .capture(let capture): capture.converter?.accepts(bytes, range) ?? true
    case .rest(let prefix, _):
      range.count > prefix.count && bytes.contains(prefix, at: range.lowerBound)
    }
  }

  /// Returns whether the segment accepts a component with these bytes, decoded.
  func matches(_ component: [UInt8]) -> Bool {
    ByteView.of(component) { matches($0, 0..<component.count) }
  }

  // MARK: - Order

  /// Returns whether the segment is tried before another if both could accept a component.
  ///
  /// Literals are followed by affixes, rests with a prefix, and typed captures. An affix with more
  /// literal bytes takes precedence, then one with a longer first literal, then one with more
  /// converters. A rest with a longer prefix takes precedence. If all of this is equal, segments
  /// are ordered by their bytes and names, so the order never depends on the order of declarations.
  func precedes(_ other: RouteSegment) -> Bool {
    switch (self, other) {
    case (.capture(let one), .capture(let two)): one.order < two.order
    case (.rest(let prefix, _), .rest(let otherPrefix, _)):
      prefix.count != otherPrefix.count
        ? prefix.count > otherPrefix.count : prefix.lexicographicallyPrecedes(otherPrefix)
    case (.affix(let one), .affix(let two)): one.precedes(two)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .literal: 0
    case .affix: 1
    case .rest: 2
    case .capture: 3
    }
  }

  /// Returns whether the two segments show that this segment accepts every component that the other
  /// accepts.
  func covers(_ other: RouteSegment) -> Bool {
    switch (self, other) {
    case (_, .literal(let bytes)):
      return matches(bytes)
    case (.capture(let one), .capture(let two)):
      guard let converter = one.converter else { return true }
      return two.converter.map { converter.covers($0) } ?? false
    case (.affix(let one), .affix(let two)) where one.captures.allSatisfy { $0.converter == nil }:
      // No text contains this byte. If the captures accept it, they accept every text.
      return matches(Array(two.literals.joined(separator: [0xFF])))
    case (.affix(let one), .affix(let two)):
      return one.literals == two.literals
        && zip(one.captures, two.captures).allSatisfy { one, two in
          guard let converter = one.converter else { return true }
          return two.converter.map { converter.covers($0) } ?? false
        }
    case (.rest(let prefix, _), .affix(let affix)):
      return affix.literals[0].starts(with: prefix)
    case (.rest(let prefix, _), .rest(let otherPrefix, _)):
      return otherPrefix.starts(with: prefix)
    default:
      return false
    }
  }
}

extension RouteAffix {
  fileprivate func precedes(_ other: RouteAffix) -> Bool {
    let sizes = [self, other].map { $0.literals.reduce(0) { $0 + $1.count } }
    if sizes[0] != sizes[1] { return sizes[0] > sizes[1] }
    let starts = [self, other].map(\.literals[0].count)
    if starts[0] != starts[1] { return starts[0] > starts[1] }
    let typed = [self, other].map { $0.captures.count { $0.converter != nil } }
    if typed[0] != typed[1] { return typed[0] > typed[1] }
    if literals != other.literals {
      return literals.lexicographicallyPrecedes(other.literals) { $0.lexicographicallyPrecedes($1) }
    }
    return captures.map(\.order).lexicographicallyPrecedes(other.captures.map(\.order), by: <)
  }
}

/// A capture, with its name and converter.
package struct RouteCapture: Hashable, Sendable {
  var name: String
  /// The converter of the captured text.
  ///
  /// If `nil`, every text is accepted.
  var converter: RouteConverter?

  /// The order in which captures that accept the same text are tried.
  fileprivate var order: (Int, String) { converter?.order ?? (Int.max, "") }
}
