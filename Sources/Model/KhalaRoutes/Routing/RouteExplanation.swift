import Spelling

extension RouteTable {
  /// Explains why an address leads to its route, or to none.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - limit: The maximum number of other routes in the explanation.
  /// - Returns: The steps of the search, the routes that nearly match with the reason why each does
  ///   not, and suggestions for misspelled names.
  /// - Complexity: O(*n*) in all patterns. Use it for errors and for people, not for every call.
  package func explain(_ address: RouteAddress, naming limit: Int = 5) -> RouteExplanation {
    RouteExplainer(
      patterns: entries.map(\.pattern), root: root, address: address
    ).explanation(limit: limit)
  }
}

/// Compares an address with all patterns, and collects the reasons why they do not match.
private struct RouteExplainer {
  let patterns: [RoutePattern]
  let root: RouteNode
  let address: RouteAddress
  let components: [String]

  init(patterns: [RoutePattern], root: RouteNode, address: RouteAddress) {
    self.patterns = patterns
    self.root = root
    self.address = address
    components = address.routeComponents
  }

  func explanation(limit: Int) -> RouteExplanation {
    let search = ByteView.of(address.text) {
      RouteSearch(of: $0, address.layout, below: root, explains: true)
    }
    let steps = search.steps ?? []
    let entry = search.best?.entry
    let match = entry.map { patterns[$0] }
    let failures = patterns.indices.filter { $0 != entry }.map {
      candidate($0, outrankedBy: match)
    }
    let nearest = failures.filter { $0.fittingSegments > 0 }
      .sorted { ($1.fittingSegments, $0.entry) < ($0.fittingSegments, $1.entry) }
    return RouteExplanation(
      address: address, steps: steps, match: match,
      candidates: Array(nearest.prefix(limit)),
      suggestions: match == nil ? suggestions(failures) : [],
      narration: narration(of: steps))
  }

  /// Returns the literals that are most similar to the components in their place.
  ///
  /// Literals of the routes that match the most segments come first.
  private func suggestions(_ failures: [RouteExplanation.Candidate]) -> [String] {
    var expectations: [Int: Set<String>] = [:]
    for case .literal(let component, _, let expected) in failures.map(\.failure) {
      expectations[component, default: []].insert(expected)
    }
    var names: [String] = []
    for component in expectations.keys.sorted(by: >) {
      let nearest = EditDistance.nearest(
        to: components[component], among: expectations[component, default: []], atMost: 3)
      names += nearest.filter { !names.contains($0) }
    }
    return Array(names.prefix(3))
  }

  // MARK: - One pattern

  private func candidate(
    _ entry: Int, outrankedBy match: RoutePattern?
  ) -> RouteExplanation.Candidate {
    let pattern = patterns[entry]
    // The variant that matches the most segments is used. If several do, the one with more optional
    // segments.
    var fitting = -1
    var nearest: RouteExplanation.Failure?
    for variant in pattern.variants.reversed() {
      let (count, failure) = failure(of: variant)
      guard let failure else {
        (fitting, nearest) = (count, nil)
        break
      }
      if count > fitting { (fitting, nearest) = (count, failure) }
    }
    let scheme = address.scheme
    if nearest == nil, !pattern.schemes.isEmpty,
      !pattern.schemes.contains(scheme?.lowercased() ?? "")
    {
      nearest = .scheme(found: scheme, expected: pattern.schemes)
    }
    // A pattern that matches but was not found has a lower precedence.
    return RouteExplanation.Candidate(
      entry: entry, pattern: pattern, fittingSegments: fitting,
      failure: nearest ?? .outranked(by: match ?? pattern))
  }

  /// Returns how many segments match from the left, and why the next one does not.
  private func failure(
    of segments: [RouteSegment]
  ) -> (fitting: Int, failure: RouteExplanation.Failure?) {
    for (place, segment) in segments.enumerated() {
      guard place < components.count else {
        return (place, .tooShort(expected: describe(segment)))
      }
      if let failure = failure(of: segment, at: place) { return (place, failure) }
    }
    let endsWithRest = segments.last.map(isRest) ?? false
    guard components.count > segments.count, !endsWithRest else { return (segments.count, nil) }
    let place = segments.count
    return (place, .tooLong(component: place, found: components[place]))
  }

  private func failure(of segment: RouteSegment, at place: Int) -> RouteExplanation.Failure? {
    let component = components[place]
    if case .literal(let bytes) = segment {
      return component.utf8.elementsEqual(bytes)
        ? nil
        : .literal(
          component: place, found: component, expected: String(decoding: bytes, as: UTF8.self))
    }
    guard !segment.matches(Array(component.utf8)) else { return nil }
    return .captures(component: place, found: component, expected: describe(segment))
  }

  private func isRest(_ segment: RouteSegment) -> Bool {
    if case .rest = segment { true } else { false }
  }

  // MARK: - In words

  private func describe(_ segment: RouteSegment) -> String {
    switch segment {
    case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
    case .capture(let capture): describe(capture)
    case .rest(let prefix, let name): String(decoding: prefix, as: UTF8.self) + "{*\(name)}"
    case .affix(let affix): describe(affix)
    }
  }

  private func describe(_ capture: RouteCapture) -> String {
    "{\(capture.name)\(capture.converter.map { ":\($0)" } ?? "")}"
  }

  private func describe(_ affix: RouteAffix) -> String {
    zip(affix.literals.dropFirst(), affix.captures).reduce(
      into: String(decoding: affix.literals[0], as: UTF8.self)
    ) { text, part in
      text += describe(part.1) + String(decoding: part.0, as: UTF8.self)
    }
  }

  private func narration(of steps: [RouteSearch.Step]) -> [String] {
    var hasMatch = false
    return steps.map { step in
      if case .match = step { hasMatch = true }
      return narrate(step, hasMatch: hasMatch)
    }
  }

  private func narrate(_ step: RouteSearch.Step, hasMatch: Bool) -> String {
    switch step {
    case .literal(let component, let isFound):
      isFound
        ? "\(name(component)) is a literal segment" : "\(name(component)) is not a literal segment"
    case .matcher(let segment, let component, let isMatch):
      "\(name(component)) \(isMatch ? "fits" : "does not fit") '\(describe(segment))'"
    case .capture(let component):
      "\(name(component)) is captured"
    case .rest(let component):
      "\(name(component)) and all components after it are captured"
    case .endsEarly:
      "the address ends, but no route does"
    case .otherScheme(let entry):
      "'\(patterns[entry])' would match, but requires the scheme "
        + patterns[entry].schemes.joined(separator: " or ")
    case .back(let component):
      hasMatch
        ? "another route may have a higher priority: back to \(name(component))"
        : "nothing below matches: back to \(name(component))"
    case .match(let entry):
      "'\(patterns[entry])' matches"
    }
  }

  private func name(_ component: Int) -> String {
    "component \(component + 1), '\(components[component])',"
  }
}

/// The reason why an address leads to a route, or to none.
package struct RouteExplanation: Sendable, CustomStringConvertible {
  /// A route that the address does not lead to, and how much of it matches.
  package struct Candidate: Hashable, Sendable, CustomStringConvertible {
    /// The index of the entry.
    package let entry: Int
    let pattern: RoutePattern
    /// The number of segments that match, from the left.
    let fittingSegments: Int
    /// The place and reason of the failure.
    let failure: Failure

    package var description: String { "'\(pattern)': \(failure)" }
  }

  /// The reason why a pattern does not match.
  ///
  /// Components are counted from 0.
  enum Failure: Hashable, Sendable, CustomStringConvertible {
    /// The component is different from the literal.
    case literal(component: Int, found: String, expected: String)
    /// The captures do not accept the component.
    case captures(component: Int, found: String, expected: String)
    /// The address is too short.
    case tooShort(expected: String)
    /// The address is too long.
    case tooLong(component: Int, found: String)
    /// All components match, but the scheme does not.
    case scheme(found: String?, expected: [String])
    /// The pattern matches, but another route takes precedence.
    case outranked(by: RoutePattern)

    var description: String {
      switch self {
      case .literal(let component, let found, let expected):
        "component \(component + 1) is '\(found)' instead of '\(expected)'"
      case .captures(let component, let found, let expected):
        "component \(component + 1), '\(found)', does not fit '\(expected)'"
      case .tooShort(let expected):
        "the address ends where '\(expected)' must be"
      case .tooLong(let component, let found):
        "the pattern ends before component \(component + 1), '\(found)'"
      case .scheme(let found, let expected):
        (found.map { "the scheme is '\($0)'" } ?? "the scheme is missing")
          + " and must be \(expected.joined(separator: " or "))"
      case .outranked(let pattern):
        "it also matches, but '\(pattern)' comes first"
      }
    }
  }

  /// The address.
  let address: RouteAddress

  /// The steps of the search, in order.
  let steps: [RouteSearch.Step]

  /// The pattern that matches, or `nil` if none does.
  let match: RoutePattern?

  /// The routes that nearly match, with the nearest first.
  package let candidates: [Candidate]

  /// If no route matches, suggestions for misspelled literals, with the likeliest first.
  package let suggestions: [String]

  /// Descriptions of the steps, with one line for each.
  package let narration: [String]

  package var description: String {
    var lines = [
      match.map { "'\(address)' matches '\($0)'" } ?? "'\(address)' matches no route"
    ]
    if !suggestions.isEmpty {
      lines.append(
        "  did you mean " + suggestions.map { "'\($0)'" }.joined(separator: " or ") + "?")
    }
    lines += narration.map { "  \($0)" }
    if !candidates.isEmpty { lines.append("  nearest routes:") }
    lines += candidates.map { "    \($0)" }
    return lines.joined(separator: "\n")
  }
}
