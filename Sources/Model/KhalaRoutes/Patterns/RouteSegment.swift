import RoutePatterns

/// The rule of a pattern for one component of an address, or for all the rest.
package enum RouteSegment: Hashable, Sendable {
  /// The component is this, decoded and byte for byte.
  case literal([UInt8])
  /// The component has captures between literals, such as `img-{id}.png`.
  case affix(RouteAffix)
  /// The component is captured, if the converter takes it.
  case capture(RouteCapture)
  /// All components from here on are captured, at least one; the first one without
  /// the text that it must begin with, and that must not be all of it.
  case rest(prefix: [UInt8], name: String)

  /// The segment that a pattern says.
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

  /// The names of what is captured here.
  var captureNames: [String] {
    switch self {
    case .literal: []
    case .affix(let affix): affix.captures.map(\.name)
    case .capture(let capture): [capture.name]
    case .rest(_, let name): [name]
    }
  }
}

/// A capture: its name, and what it takes.
package struct RouteCapture: Hashable, Sendable {
  var name: String
  /// The converter of the captured text; `nil` takes anything.
  var converter: RouteConverter?
}
