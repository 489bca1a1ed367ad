/// What happens to tasks that cannot run as they are declared.
package enum ProblemPolicy: Sendable, Hashable, CaseIterable {
  /// Nothing runs: whoever asked for the plan gives its errors on.
  case fail
  /// The tasks concerned and all that require them are left out; the others run.
  case skip
  /// All run: the members of a circle by priority, as if they did not depend on each
  /// other, and what is required in vain is not waited for. Only of two tasks with one
  /// name the second is left out, since nobody could tell them apart.
  case priorityOrder
}
