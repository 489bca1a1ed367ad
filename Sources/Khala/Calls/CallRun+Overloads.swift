extension CallRun {
  /// A measure of how much of a call an overloaded function uses.
  ///
  /// More is better.
  private struct Fit: Comparable {
    /// The number of the call's values that the function has parameters for.
    var values: Int
    /// The number of the call's closures that the function takes.
    var closures: Int
    /// The number of the function's closures that the call lacks.
    var missingClosures: Int

    static func < (left: Fit, right: Fit) -> Bool {
      (left.values, left.closures, right.missingClosures)
        < (right.values, right.closures, left.missingClosures)
    }
  }

  /// Chooses among overloaded functions by the names of their values and the number of their
  /// closures.
  ///
  /// Functions for which a required value or closure is missing are excluded. Of the remaining
  /// functions, the best one uses the most values, then uses the most closures, then lacks the
  /// fewest closures.
  func overload(
    among functions: [RouteTarget], of contents: CallContents, _ captures: RouteCaptures
  ) throws(KhalaError) -> RouteTarget {
    var given = Set(contents.given.keys.compactMap { $0.base as? String })
    given.formUnion(captures.texts.lazy.map(\.name))
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
        call.isExternal ? [] : functions.map(\.signature), values: given.sorted(),
        closures: closures?.count ?? 0, url: url)
    }
    guard !isTied else { throw .ambiguousFunction(functions.map(\.signature), url: url) }
    return best.function
  }

  /// Returns how much of the call a function uses, or `nil` if the call lacks a required value or
  /// closure.
  private func fit(of function: RouteTarget, _ given: Set<String>) -> Fit? {
    let count = closures?.count ?? 0
    guard closures == nil || function.requiredClosureCount <= count else { return nil }
    var values = 0
    for case .value(let name, _, let isRequired) in function.parameters {
      if given.contains(name) {
        values += 1
      } else if isRequired {
        return nil
      }
    }
    let used = min(count, function.closureCount)
    return Fit(values: values, closures: used, missingClosures: function.closureCount - used)
  }
}
