/// The work that searches for the nearest names may still do.
///
/// Files may hold any number of names of any length, and comparing each with each
/// would take minutes.
package struct SearchBudget: Sendable, Hashable {
  /// The number of steps taken: names compared and cells computed.
  package private(set) var stepsTaken = 0

  /// The number of searches that ended early or were not begun, because no steps were left
  /// or the name is too long.
  package private(set) var cutSearches = 0

  private let steps: Int

  /// Allows a number of steps.
  package init(steps: Int) {
    self.steps = steps
  }

  /// A Boolean value that indicates whether steps are left.
  var hasSteps: Bool { stepsTaken < steps }

  mutating func spend(_ count: Int) { stepsTaken += count }

  mutating func countCutSearch() { cutSearches += 1 }
}
