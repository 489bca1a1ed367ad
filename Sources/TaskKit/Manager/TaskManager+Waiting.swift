import Synchronization

// A task that waits keeps its run from ending.
extension TaskManager {
  /// Waits for a dispatch, unless the calling task's run has to end first.
  ///
  /// - Returns: How it ended; nothing if that will not be.
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
  /// Returns when a milestone is reached: when every task with the trait
  /// ``TaskTrait/before(_:)`` has run once at least, or turned out not to run.
  ///
  /// No thread waits. A milestone that has been reached stays so, whatever is
  /// added later.
  ///
  /// - Throws: A ``TaskError`` if no task comes before it.
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

  /// Something has become of a task for which that means something.
  func didSettle(_ entry: TaskEntry, hasBegun: Bool) {
    withLock { state in
      // Before it may be gone.
      for milestone in entry.definition.properties.milestones {
        _ = state.catalog.isReached(milestone)
      }
      guard entry.definition.isRemovedAfterRun, hasBegun, entry.isClaimed else { return }
      state.removeAfterRun(entry)
    }
    if !entry.definition.properties.milestones.isEmpty { milestonesDidChange() }
  }

  /// Lets those go on whose milestone is reached now.
  func milestonesDidChange() {
    let continuations = withLock { $0.catalog.takeWaiters() }
    for continuation in continuations { continuation.resume() }
  }
}
