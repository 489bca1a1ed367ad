/// What a pattern says about one component of an address, or about all the rest.
enum RouteSegment: Hashable, Sendable {
  /// The component is this, decoded and byte for byte.
  case literal([UInt8])
  /// The component has captures between literals, such as `img-{id}.png`.
  case affix(RouteAffix)
  /// The component is captured, if the converter takes it.
  case capture(RouteCapture)
  /// All components from here on are captured: at least one.
  case rest(name: String)

  /// The names of what is captured here.
  var captureNames: [String] {
    switch self {
    case .literal: []
    case .affix(let affix): affix.captures.map(\.name)
    case .capture(let capture): [capture.name]
    case .rest(let name): [name]
    }
  }
}

/// A capture: its name, and what it takes.
struct RouteCapture: Hashable, Sendable {
  var name: String
  /// What the captured text must be; nil takes anything.
  var converter: RouteConverter?
}
