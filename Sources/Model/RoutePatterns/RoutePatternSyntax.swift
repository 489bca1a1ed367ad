/// A pattern taken apart, as it was written.
///
/// The macros read patterns with this when a program is compiled, and Khala when
/// it runs; so what one of them takes, the other does too. It says nothing about
/// addresses, nor what a converter accepts.
package struct RoutePatternSyntax: Hashable, Sendable {
  /// The pattern as it was given.
  package let text: String

  /// The schemes that match, in lower case and in their order; none means any.
  package let schemes: [String]

  /// The segments that the components must match.
  package let segments: [Segment]

  /// The optional segments, which are captures, by their numbers.
  ///
  /// Of adjacent ones, a later one is there only if the earlier ones are.
  package let optionals: Set<Int>

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - converters: What captures may name behind a colon.
  /// - Throws: What is wrong, where, and what to do about it.
  package init(
    _ text: String, converters: Set<String> = standardConverters
  ) throws(RoutePatternError) {
    var parser = RoutePatternParser(text, converters: converters)
    try parser.parse()
    self.text = text
    schemes = parser.schemes
    segments = parser.segments
    optionals = parser.optionals
  }

  /// The captures, from left to right.
  package var captures: [Capture] { segments.flatMap(\.captures) }

  /// The number of combinations that the optional segments of a pattern may have.
  package static let variantLimit = 1_000

  /// The number of segments that a pattern may have.
  ///
  /// Tables of routes are searched recursively, a segment at a time.
  package static let segmentLimit = 100

  /// The converters that every pattern may name.
  package static let standardConverters: Set = ["Bool", "UInt", "Int", "Double", "UUID"]

  // MARK: - Writing

  /// The pattern of a path that is for these schemes only; for all if there are
  /// none.
  package static func text(schemes: [String], path: String) -> String {
    switch schemes.count {
    case 0: path
    case 1: "\(schemes[0])://\(path)"
    default: "{\(schemes.joined(separator: ","))}://\(path)"
    }
  }

  /// The segment that matches just this text.
  package static func literal(_ text: String) -> String {
    var segment = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "{", "}": segment += "\(scalar)\(scalar)"
      case "\u{0}"..." ", "%", "?", "#", "/", ":", "\u{7F}":
        segment += RoutePatternParser.escape(UInt8(ascii: scalar))
      default: segment.unicodeScalars.append(scalar)
      }
    }
    return segment
  }
}

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
