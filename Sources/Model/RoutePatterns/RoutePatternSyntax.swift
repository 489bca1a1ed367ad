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
