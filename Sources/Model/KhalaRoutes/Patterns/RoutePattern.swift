package import RoutePatterns

/// The form of a route's addresses.
///
/// ```text
/// users/{id}                 any scheme
/// kl://users/{id:Int}        one scheme; {kl,kf}://users/… takes two
/// files/img-{id}.png         captures inside a component
/// search/{term}/{page:Int?}  the last components may be missing
/// {language?}/docs           others may be, too
/// docs/{*path}               one component or more; {*path?} also none
/// src-{*path}                one or more, of which the first begins with src-
/// odd/{{name}}               braces that are meant: {name}
/// ```
///
/// A pattern is matched with the components of an address, whose host is the
/// first one if there is a host: `kl://users/5` and `users/5` both match
/// `users/{id}`, and `https://example.com/users/5` matches
/// `https://{host}/users/{id}`. User info, port, query and fragment do not
/// matter. Components are compared decoded, byte for byte; schemes without regard
/// to case. A capture never is empty.
///
/// Only captures may be optional. Of adjacent ones, a later one is there only if
/// the earlier ones are; where an address could be read in two ways of equal
/// precedence, the captures on the left are there. Literals are written as in an
/// address, with escapes for what cannot stand there. A slash at the start or the
/// end means nothing. A pattern has at most 100 segments.
package struct RoutePattern: Sendable {
  /// The pattern as it was given.
  package let text: String

  /// The schemes that match, in lower case and in their order; none means any.
  package let schemes: [String]

  /// The segments that the components must match.
  package let segments: [RouteSegment]

  /// The optional segments, by their numbers.
  let optionals: Set<Int>

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - converters: What captures may name behind a colon.
  /// - Throws: What is wrong, where, and what to do about it.
  package init(_ text: String, converters: RouteConverters = .standard) throws(RoutePatternError) {
    let syntax = try RoutePatternSyntax(text, converters: converters.names)
    self.text = text
    schemes = syntax.schemes
    segments = syntax.segments.map { RouteSegment($0, converters: converters) }
    optionals = syntax.optionals
  }

  /// Reads the pattern of a path that is for these schemes only; for all if there are
  /// none.
  package init(schemes: [String], path: String) throws(RoutePatternError) {
    try self.init(RoutePatternSyntax.text(schemes: schemes, path: path))
  }

  /// Makes a pattern of components that are to be just these texts.
  package init(literals: String...) {
    text = literals.map(RoutePatternSyntax.literal).joined(separator: "/")
    schemes = []
    segments = literals.map { .literal(Array($0.utf8)) }
    optionals = []
  }

  /// The names of the captures, from left to right.
  package var captureNames: [String] { segments.flatMap(\.captureNames) }

  /// The segments that must be there.
  var requiredSegments: [RouteSegment] {
    segments.indices.filter { !optionals.contains($0) }.map { segments[$0] }
  }
}

extension RoutePattern: Hashable, CustomStringConvertible {
  /// Returns whether the patterns say the same, down to the names of their captures.
  package static func == (left: RoutePattern, right: RoutePattern) -> Bool {
    left.schemes == right.schemes && left.segments == right.segments
      && left.optionals == right.optionals
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(schemes)
    hasher.combine(segments)
    hasher.combine(optionals)
  }

  package var description: String { text }
}
