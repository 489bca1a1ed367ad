/// A policy for tasks that cannot run as they are declared.
package enum ProblemPolicy: Sendable, Hashable, CaseIterable {
  /// Nothing runs: the caller that asked for the plan reports its errors.
  case fail
  /// The tasks concerned and all that require them are left out; the others run.
  case skip
  /// All run: the members of a cycle by priority, as if they did not depend on each
  /// other, and a requirement that does not exist is not waited for. Only of two tasks
  /// with one name the second is left out, since the two cannot be distinguished.
  case priorityOrder
}
