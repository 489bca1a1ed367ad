package import RoutePatterns

/// The form of a route's addresses.
///
/// ```text
/// users/{id}                 any scheme
/// kl://users/{id:Int}        one scheme; {kl,kf}://users/… takes two
/// files/img-{id}.png         captures inside a component
/// search/{term}/{page:Int?}  the last components may be missing
/// {language?}/docs           other components may be missing as well
/// docs/{*path}               one component or more; {*path?} also none
/// src-{*path}                one or more, of which the first starts with src-
/// odd/{{name}}               literal braces: {name}
/// ```
///
/// A pattern is matched with the components of an address. If the address has a host, this is the
/// first component: `kl://users/5` and `users/5` both match `users/{id}`, and
/// `https://example.com/users/5` matches `https://{host}/users/{id}`. User info, port, query and
/// fragment are ignored. Components are decoded, and then compared byte for byte. The case of
/// schemes is ignored. A capture is never empty.
///
/// Only captures can be optional. Of adjacent optional captures, a later one can only be present if
/// the earlier ones are. If an address can be read in two ways with equal precedence,
/// the captures on the left are present. Literals are written as in an address, with escapes for
/// characters that are not allowed there. Slashes at the start and the end are ignored. A pattern
/// has at most 100 segments.
package struct RoutePattern: Sendable {
  /// The text of the pattern.
  package let text: String

  /// The schemes that match, in lower case and in their order.
  ///
  /// If empty, all schemes match.
  package let schemes: [String]

  /// The segments that the components must match.
  package let segments: [RouteSegment]

  /// The indices of the optional segments.
  let optionals: Set<Int>

  /// Parses a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - converters: The converters that captures can name after a colon.
  /// - Throws: An error that describes the mistake, its place, and a fix.
  package init(_ text: String, converters: RouteConverters = .standard) throws(RoutePatternError) {
    let syntax = try RoutePatternSyntax(text, converters: converters.names)
    self.text = text
    schemes = syntax.schemes
    segments = syntax.segments.map { RouteSegment($0, converters: converters) }
    optionals = syntax.optionals
  }

  /// Parses the pattern of a path with schemes.
  ///
  /// Without schemes, the pattern matches every scheme.
  package init(schemes: [String], path: String) throws(RoutePatternError) {
    try self.init(RoutePatternSyntax.text(schemes: schemes, path: path))
  }

  /// Creates a pattern whose components must be equal to these texts.
  package init(literals: String...) {
    text = literals.map(RoutePatternSyntax.literal).joined(separator: "/")
    schemes = []
    segments = literals.map { .literal(Array($0.utf8)) }
    optionals = []
  }

  /// The names of the captures, from left to right.
  package var captureNames: [String] { segments.flatMap(\.captureNames) }

  /// The segments that are not optional.
  var requiredSegments: [RouteSegment] {
    segments.indices.filter { !optionals.contains($0) }.map { segments[$0] }
  }
}

extension RoutePattern: Hashable, CustomStringConvertible {
  /// Returns whether the patterns are equal, including the names of their captures.
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
