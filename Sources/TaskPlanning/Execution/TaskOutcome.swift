/// How a task that ran has ended.
package enum TaskOutcome: Sendable, Hashable {
  /// It has done its work.
  case succeeded
  /// It has failed, with what that means for others.
  case failed(FailurePolicy)
  /// It decided not to do its work, for this reason.
  case skipped(String)
  /// It was told to stop.
  case cancelled
}

/// What the failure of a task means for others.
package enum FailurePolicy: Sendable, Hashable, CaseIterable {
  /// Those that require it are skipped.
  case skipDependents
  /// All go on as if it had succeeded.
  case goOn
  /// Nothing new begins.
  case abort
}
