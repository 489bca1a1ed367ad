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
/// end means nothing.
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

  /// The forms of addresses with and without the optional segments: the shortest first, and
  /// of equally long ones that with the leftmost segments.
  var variants: [RouteVariant] {
    var variants: [[Int]] = [[]]
    var place = 0
    while place < segments.count {
      var end = place
      while optionals.contains(end) { end += 1 }
      if end > place {
        let run = place..<end
        variants = variants.flatMap { variant in (0...run.count).map { variant + run.prefix($0) } }
        place = end
      } else {
        for index in variants.indices { variants[index].append(place) }
        place += 1
      }
    }
    return variants.sorted { one, two in
      one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }.map { places in RouteVariant(places: places, segments: places.map { segments[$0] }) }
  }
}

/// A pattern with some of its optional segments.
struct RouteVariant {
  /// Which segments of the pattern are there.
  let places: [Int]
  let segments: [RouteSegment]
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
