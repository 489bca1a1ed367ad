/// A policy for the dependents of a failed task.
public enum TaskFailurePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Its dependents are skipped.
  case skipDependents
  /// Its dependents run all the same.
  case `continue`
  /// Everything of the run that has not begun is skipped.
  case abort
}
