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
      Set(state.catalog.entries.flatMap(\.definition.properties.milestones))
        .union(state.milestones.reached)
    }
    guard known.contains(milestone) else {
      throw .unknown(
        milestone, among: known.map(\.rawValue), at: SourcePlace(fileID: fileID, line: line))
    }
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.isReached(milestone) { return true }
        state.milestones.waiting[milestone, default: []].append(continuation)
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  /// Whether a milestone is reached.
  public func hasReached(_ milestone: TaskMilestone) -> Bool {
    withState { $0.isReached(milestone) }
  }

  /// Lets those go on whose milestone is reached now.
  func milestonesDidChange() {
    let continuations = state.withLock { state in
      let waited = Array(state.milestones.waiting.keys)
      return waited.filter { state.isReached($0) }.flatMap {
        state.milestones.waiting.removeValue(forKey: $0) ?? []
      }
    }
    for continuation in continuations { continuation.resume() }
  }
}

/// Who waits for which milestone, and which have been reached.
struct MilestoneWaiters: Sendable {
  var waiting: [TaskMilestone: [CheckedContinuation<Void, Never>]] = [:]
  var reached: Set<TaskMilestone> = []
}

extension TaskManager.State {
  /// Whether a milestone is reached; if so, it stays so.
  fileprivate mutating func isReached(_ milestone: TaskMilestone) -> Bool {
    if milestones.reached.contains(milestone) { return true }
    let tasks = catalog.entries.filter {
      $0.definition.properties.milestones.contains(milestone)
    }
    guard !tasks.isEmpty, tasks.allSatisfy({ $0.latestOutcome != nil }) else { return false }
    milestones.reached.insert(milestone)
    return true
  }
}
