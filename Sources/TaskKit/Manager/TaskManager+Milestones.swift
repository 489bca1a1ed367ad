import Synchronization

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
    let known = withState { state -> Set<TaskMilestone> in
      state.catalog.knownMilestones.union(state.milestones.reached)
    }
    guard known.contains(milestone) else {
      throw .unknown(
        milestone, among: known.map(\.rawValue), at: CodeLocation(fileID: fileID, line: line))
    }
    await withCheckedContinuation { continuation in
      let mayGoOn = withLock { state in
        // It was known a moment ago: if no task comes before it now, none is left.
        if state.isReached(milestone) || !state.catalog.hasTask(before: milestone) { return true }
        state.milestones.waiting[milestone, default: []].append(continuation)
        return false
      }
      if mayGoOn { continuation.resume() }
    }
  }

  /// Returns whether a milestone is reached.
  public func hasReached(_ milestone: TaskMilestone) -> Bool {
    withState { $0.isReached(milestone) }
  }

  /// Something has become of a task for which that means something.
  func didSettle(_ entry: TaskEntry, hasBegun: Bool) {
    withLock { state in
      // Before it may be gone.
      for milestone in entry.definition.properties.milestones { _ = state.isReached(milestone) }
      guard entry.definition.isRemovedAfterRun, hasBegun, entry.isClaimed,
        state.catalog[entry.name] === entry
      else { return }
      _ = state.catalog.remove(entry.name)
      state.forget([entry])
    }
    if !entry.definition.properties.milestones.isEmpty { milestonesDidChange() }
  }

  /// Lets those go on whose milestone is reached now.
  func milestonesDidChange() {
    let continuations = withLock { state in
      let waited = Array(state.milestones.waiting.keys)
      // Removed tasks are not waited for.
      return waited.filter { state.isReached($0) || !state.catalog.hasTask(before: $0) }.flatMap {
        state.milestones.waiting.removeValue(forKey: $0) ?? []
      }
    }
    for continuation in continuations { continuation.resume() }
  }
}

/// The waiting tasks of each milestone, and the milestones that have been reached.
struct MilestoneWaiters: Sendable {
  var waiting: [TaskMilestone: [CheckedContinuation<Void, Never>]] = [:]
  var reached: Set<TaskMilestone> = []
}

extension TaskManager.State {
  /// Returns whether a milestone is reached; if so, it stays so.
  mutating func isReached(_ milestone: TaskMilestone) -> Bool {
    if milestones.reached.contains(milestone) { return true }
    guard catalog.haveEnded(before: milestone) else { return false }
    milestones.reached.insert(milestone)
    return true
  }
}
