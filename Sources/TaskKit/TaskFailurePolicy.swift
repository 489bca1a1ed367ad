/// What becomes of others when a task fails.
public enum TaskFailurePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Those that depend on it are skipped.
  case skipDependents
  /// Those that depend on it run all the same.
  case `continue`
  /// Everything of the run that has not begun is skipped.
  case abort
}
