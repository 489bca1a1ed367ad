extension RoutePatternSyntax {
  /// The rule of a pattern for one component of an address, or for all the rest.
  package enum Segment: Hashable, Sendable {
    /// The component is this, decoded.
    case literal([UInt8])
    /// The component has captures between literals, such as `img-{id}.png`.
    ///
    /// There is one literal more than there are captures; the first and the last
    /// may be empty.
    case affix(literals: [[UInt8]], [Capture])
    /// The component is captured.
    case capture(Capture)
    /// All components from here on are captured, the first one without the text that
    /// it begins with; that text may be empty.
    case rest(prefix: [UInt8], Capture)

    /// The captures of this segment.
    package var captures: [Capture] {
      switch self {
      case .literal: []
      case .affix(_, let captures): captures
      case .capture(let capture), .rest(_, let capture): [capture]
      }
    }
  }

  /// A capture: its name, what it takes, and where both stand.
  package struct Capture: Hashable, Sendable {
    package let name: String
    /// The name of what the captured text must be; nil takes anything.
    package let converter: String?
    /// The range of the name, in the UTF-8 of the pattern.
    package let nameRange: Range<Int>
    /// The range of the converter, with its colon.
    package let converterRange: Range<Int>?
  }
}
