extension CallJourney {
  /// Arrives at what is called.
  @inline(__always)
  func arrive(
    at target: RouteTarget, _ contents: CallContents, _ captures: RouteCaptures
  ) throws(KhalaError) -> Step {
    if !fillsIn, closures.count < target.requiredClosureCount { throw tooFewClosures(for: target) }
    return .arrive(
      KhalaArguments(for: target, contents: contents, path: captures, closures: closures))
  }

  private func tooFewClosures(for function: RouteTarget) -> KhalaError {
    .tooFewClosures(
      closures.count, of: function.requiredClosureCount, function: function.signature, url: url)
  }

  // MARK: - Overloads

  /// A measure of how much of a call an overloaded function uses; the more the better.
  private struct Fit: Comparable {
    /// The number of values that it names.
    var values: Int
    /// The number of closures that it takes.
    var closures: Int
    /// The number of closures that it takes and the call lacks.
    var missingClosures: Int

    static func < (left: Fit, right: Fit) -> Bool {
      (left.values, left.closures, right.missingClosures)
        < (right.values, right.closures, left.missingClosures)
    }
  }

  /// Tells overloaded functions apart by the names of what they take, and by how
  /// many closures.
  ///
  /// Those that lack a required value or closure do not count. Of the others the one wins
  /// that uses most of the values, then most of the closures, then the one that lacks the
  /// fewest closures.
  func choose(
    among functions: [RouteTarget], _ contents: CallContents,
    _ captures: RouteCaptures
  ) throws(KhalaError) -> RouteTarget {
    var given = Set(contents.given.keys.compactMap { $0.base as? String })
    given.formUnion(captures.names.lazy.filter { captures[$0] != nil })
    given.formUnion(contents.query.lazy.map(\.name))
    var best: (fit: Fit, function: RouteTarget)?
    var isTied = false
    for function in functions {
      guard let fit = fit(of: function, given) else { continue }
      if let known = best?.fit, fit <= known {
        isTied = isTied || fit == known
      } else {
        best = (fit, function)
        isTied = false
      }
    }
    guard let best else {
      throw .noFittingFunction(
        isExternal ? [] : functions.map(\.signature), values: given.sorted(),
        closures: closures.count, url: url)
    }
    guard !isTied else { throw .ambiguousFunction(functions.map(\.signature), url: url) }
    return best.function
  }

  /// Returns how much of the call a function uses, or `nil` if it lacks something.
  private func fit(of function: RouteTarget, _ given: Set<String>) -> Fit? {
    guard fillsIn || function.requiredClosureCount <= closures.count else { return nil }
    var values = 0
    for case .value(let name, _, let isRequired) in function.parameters {
      if given.contains(name) {
        values += 1
      } else if isRequired {
        return nil
      }
    }
    let used = min(closures.count, function.closureCount)
    return Fit(values: values, closures: used, missingClosures: function.closureCount - used)
  }
}
