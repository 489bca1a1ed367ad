/// The outcome of a task that ran.
package enum ExecutionOutcome: Sendable, Hashable {
  /// It has done its work.
  case succeeded
  /// It has failed, with what that means for others.
  case failed(FailurePolicy)
  /// It decided not to do its work, for this reason.
  case skipped(String)
  /// It was asked to stop.
  case cancelled
}

/// A policy for the dependents of a failed task.
package enum FailurePolicy: Sendable, Hashable, CaseIterable {
  /// Its dependents are skipped.
  case skipDependents
  /// All go on as if it had succeeded.
  case goOn
  /// Nothing new begins.
  case abort
}
