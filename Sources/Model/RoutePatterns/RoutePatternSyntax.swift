/// A parsed pattern, as it was written.
///
/// Macros use this parser at compile time, and Khala at run time, so that both accept the same
/// patterns. It does not know addresses or the values of converters.
package struct RoutePatternSyntax: Hashable, Sendable {
  /// The pattern as written.
  package let text: String

  /// The matching schemes in lower case, in their order.
  ///
  /// An empty array matches all.
  package let schemes: [String]

  /// The segments, which match the components of an address.
  package let segments: [Segment]

  /// The positions of the optional segments, which are captures.
  ///
  /// In a run of adjacent ones, a later segment is present only if the earlier ones are.
  package let optionals: Set<Int>

  /// Parses a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - converters: The converters that captures can name after a colon.
  /// - Throws: An error with the problem, its position and the fix.
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

  /// The maximum number of combinations of a pattern's optional segments.
  package static let variantLimit = 1_000

  /// The maximum number of segments of a pattern.
  ///
  /// Tables of routes are searched recursively, one segment at a time.
  package static let segmentLimit = 100

  /// The converters that every pattern can name.
  package static let standardConverters: Set = ["Bool", "UInt", "Int", "Double", "UUID"]

  // MARK: - Writing

  /// Returns the pattern of a path for some schemes, or for all if the array is empty.
  package static func text(schemes: [String], path: String) -> String {
    switch schemes.count {
    case 0: path
    case 1: "\(schemes[0])://\(path)"
    default: "{\(schemes.joined(separator: ","))}://\(path)"
    }
  }

  /// Returns the segment that matches exactly a string.
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
  /// A segment of a pattern, which matches one component of an address, or all remaining ones.
  package enum Segment: Hashable, Sendable {
    /// Matches a component that equals these unescaped bytes.
    case literal([UInt8])
    /// Matches a component with captures between literals, such as `img-{id}.png`.
    ///
    /// The segment has one more literal than captures. The first and the last literal may be empty.
    case affix(literals: [[UInt8]], [Capture])
    /// Captures a component.
    case capture(Capture)
    /// Captures all remaining components.
    ///
    /// The prefix, which may be empty, is removed from the first one.
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

  /// A capture, with its name, its converter and their positions.
  package struct Capture: Hashable, Sendable {
    package let name: String
    /// The name of the converter for the captured string, or `nil` for any string.
    package let converter: String?
    /// The range of the name, in the UTF-8 of the pattern.
    package let nameRange: Range<Int>
    /// The range of the converter, including its colon.
    package let converterRange: Range<Int>?
  }
}
