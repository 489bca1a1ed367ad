import Spelling

extension RouteTable {
  /// Why an address leads where it leads, or nowhere.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - limit: How many routes that were not taken are named.
  /// - Returns: The steps of the search, the routes that came nearest and what was
  ///   against each, and the names that may have been meant.
  /// - Complexity: O(*n*) in all patterns; for errors and for people, not for
  ///   every call.
  package func explain(_ address: RouteAddress, naming limit: Int = 5) -> RouteExplanation {
    RouteExplainer(
      patterns: entries.map(\.pattern), index: index, address: address
    ).explanation(limit: limit)
  }
}

/// Notes every step of a search.
private struct RouteSearchRecorder: RouteSearchObserver {
  private(set) var steps: [RouteSearchStep] = []

  mutating func observe(_ step: @autoclosure () -> RouteSearchStep) {
    steps.append(step())
  }
}

/// Looks at an address and all patterns, to say what is in the way.
private struct RouteExplainer {
  let patterns: [RoutePattern]
  let index: RouteIndex
  let address: RouteAddress
  let components: [String]

  init(patterns: [RoutePattern], index: RouteIndex, address: RouteAddress) {
    self.patterns = patterns
    self.index = index
    self.address = address
    components = address.routeComponents
  }

  func explanation(limit: Int) -> RouteExplanation {
    var recorder = RouteSearchRecorder()
    let found = index.find(address, observer: &recorder)
    let entry = found.variant < 0 ? nil : index.entry(of: found)
    let match = entry.map { patterns[$0] }
    let failures = patterns.indices.filter { $0 != entry }.map {
      candidate($0, outrankedBy: match)
    }
    let nearest = failures.filter { $0.fittingSegments > 0 }
      .sorted { ($1.fittingSegments, $0.entry) < ($0.fittingSegments, $1.entry) }
    return RouteExplanation(
      address: address, steps: recorder.steps, match: match,
      candidates: Array(nearest.prefix(limit)),
      suggestions: match == nil ? suggestions(failures) : [],
      narration: narration(of: recorder.steps))
  }

  /// The literals that are nearest to what stands in their place: those of the
  /// routes that got farthest first.
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
    // What gets farthest with or without its optional segments, rather with them.
    var fitting = -1
    var nearest: RouteExplanation.Failure?
    for variant in pattern.variants.reversed() {
      let (count, failure) = failure(of: variant.segments)
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
    // What matches but was not found came second.
    return RouteExplanation.Candidate(
      entry: entry, pattern: pattern, fittingSegments: fitting,
      failure: nearest ?? .outranked(by: match ?? pattern))
  }

  /// Returns how many segments match, from the left, and why the next one does not.
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
    guard let matcher = RouteMatcher(segment), !matcher.matches(Array(component.utf8)) else {
      return nil
    }
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

  private func describe(_ matcher: RouteMatcher) -> String {
    switch matcher {
    case .typed(let converter): "{:\(converter)}"
    case .rest(let prefix): String(decoding: prefix, as: UTF8.self) + "{*}"
    case .affix: matcher.affix.map(describe) ?? ""
    }
  }

  private func narration(of steps: [RouteSearchStep]) -> [String] {
    var hasMatch = false
    return steps.map { step in
      if case .match = step { hasMatch = true }
      return narrate(step, hasMatch: hasMatch)
    }
  }

  private func narrate(_ step: RouteSearchStep, hasMatch: Bool) -> String {
    switch step {
    case .exact(let isFound):
      isFound ? "a route without captures is the same" : "no route without captures is the same"
    case .literal(let component, let isFound):
      isFound
        ? "\(name(component)) is a literal segment" : "\(name(component)) is no literal segment"
    case .matcher(let matcher, let component, let isMatch):
      "\(name(component)) \(isMatch ? "fits" : "does not fit") '\(describe(matcher))'"
    case .capture(let component):
      "\(name(component)) is captured"
    case .rest(let component):
      "\(name(component)) and all behind it are captured"
    case .endsEarly:
      "the address ends, but no route does"
    case .otherScheme(let entry):
      "'\(patterns[entry])' would match, but takes only "
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
