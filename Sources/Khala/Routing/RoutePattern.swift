import RoutePatterns

/// What the addresses of a route look like.
///
/// ```text
/// users/{id}                 any scheme
/// kl://users/{id:Int}        one scheme; {kl,kf}://users/… takes two
/// files/img-{id}.png         captures inside a component
/// search/{term}/{page:Int?}  the last components may be missing
/// docs/{*path}               one component or more; {*path?} also none
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
/// Only captures may be optional, and behind an optional one all must be.
/// Literals are written as in an address, with escapes for what cannot stand
/// there. A slash at the start or the end means nothing.
struct RoutePattern: Sendable {
  /// The pattern as it was given.
  let text: String

  /// The schemes that match, in lower case and in their order; none means any.
  let schemes: [String]

  /// What the components must be.
  let segments: [RouteSegment]

  /// How many segments must be there; those behind are optional.
  let requiredCount: Int

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - converters: What captures may name behind a colon.
  /// - Throws: What is wrong, where, and what to do about it.
  init(_ text: String, converters: RouteConverters = .standard) throws(RoutePatternError) {
    let syntax = try RoutePatternSyntax(text, converters: converters.names)
    self.text = text
    schemes = syntax.schemes
    segments = syntax.segments.map { RouteSegment($0, converters: converters) }
    requiredCount = syntax.requiredCount
  }

  /// Makes a pattern of components that are to be just these texts.
  init(literals: String...) {
    text = literals.map(RoutePatternSyntax.literal).joined(separator: "/")
    schemes = []
    segments = literals.map { .literal(Array($0.utf8)) }
    requiredCount = segments.count
  }

  /// The names of the captures, from left to right.
  var captureNames: [String] { segments.flatMap(\.captureNames) }

  /// The segments without optional ones, with one, and so on: what addresses of
  /// each length look like.
  var variants: [ArraySlice<RouteSegment>] {
    (requiredCount...segments.count).map { segments[..<$0] }
  }
}

extension RoutePattern: Hashable, CustomStringConvertible {
  /// Whether the patterns say the same, down to the names of their captures.
  static func == (left: RoutePattern, right: RoutePattern) -> Bool {
    left.schemes == right.schemes && left.segments == right.segments
      && left.requiredCount == right.requiredCount
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(schemes)
    hasher.combine(segments)
    hasher.combine(requiredCount)
  }

  var description: String { text }
}
