import Synchronization

// A waiting task keeps its run from finishing.
extension TaskManager {
  /// Waits for a dispatch, unless the calling task's run has to finish first.
  ///
  /// - Returns: The outcome of the dispatch, or `nil` if waiting would never end.
  nonisolated(nonsending) func wait(for dispatch: DispatchState) async -> DispatchState.Outcome? {
    guard let mark = RunMark.current, mark.task != nil, mark.manager === self else {
      return await dispatch.finished()
    }
    guard withLock({ $0.queue.wait(mark, for: dispatch) }) else { return nil }
    defer { withLock { $0.queue.endWait(mark, for: dispatch) } }
    return await dispatch.finished()
  }
}

extension TaskManager {
  /// Waits until a milestone is reached.
  ///
  /// A milestone is reached when every task with the trait ``TaskTrait/before(_:)`` has run at
  /// least once, or has been found not to run. A reached milestone stays reached, even if tasks are
  /// added later.
  ///
  /// Waiting blocks no thread.
  ///
  /// - Throws: A ``TaskError`` if no task comes before the milestone.
  public nonisolated(nonsending) func reach(
    _ milestone: TaskMilestone, fileID: String = #fileID, line: Int = #line
  ) async throws(TaskError) {
    let known = withState { $0.catalog.knownMilestones }
    guard known.contains(milestone) else {
      throw .unknown(
        milestone, among: known.map(\.rawValue), at: CodeLocation(fileID: fileID, line: line))
    }
    await withCheckedContinuation { continuation in
      let waits = withLock { $0.catalog.wait(for: milestone, continuation) }
      if !waits { continuation.resume() }
    }
  }

  /// Returns whether a milestone is reached.
  public func hasReached(_ milestone: TaskMilestone) -> Bool {
    withState { $0.catalog.isReached(milestone) }
  }

  /// Updates milestones and removals after a task has settled.
  ///
  /// Called only for tasks that have milestones or are removed after a run.
  func didSettle(_ entry: TaskEntry, hasBegun: Bool) {
    withLock { state in
      // The task may be removed below.
      for milestone in entry.definition.properties.milestones {
        _ = state.catalog.isReached(milestone)
      }
      guard entry.definition.isRemovedAfterRun, hasBegun, entry.isClaimed else { return }
      state.removeAfterRun(entry)
    }
    if !entry.definition.properties.milestones.isEmpty { milestonesDidChange() }
  }

  /// Resumes the callers that wait for a milestone that is now reached.
  func milestonesDidChange() {
    let continuations = withLock { $0.catalog.takeWaiters() }
    for continuation in continuations { continuation.resume() }
  }
}
