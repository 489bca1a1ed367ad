import Synchronization

/// A task that waits for a dispatch.
struct DispatchWait: Sendable {
  /// The run of the task, and what that is for.
  let run: Int
  let occasion: Occasion
  let dispatch: DispatchState
}

// A task that waits keeps its run from ending.
extension TaskManager {
  /// Waits for a dispatch, unless the calling task's run has to end first.
  ///
  /// - Returns: How it ended; nothing if that will not be.
  nonisolated(nonsending) func wait(for dispatch: DispatchState) async -> DispatchState.Outcome? {
    guard let mark = RunMark.current, mark.task != nil, mark.manager === self else {
      return await dispatch.finished()
    }
    let mayWait = withLock { state in
      guard !state.wouldWaitForItself(mark, for: dispatch.openOccasions) else { return false }
      state.waits.append(
        DispatchWait(run: mark.number, occasion: mark.occasion, dispatch: dispatch))
      return true
    }
    guard mayWait else { return nil }
    defer {
      withLock { state in
        let index = state.waits.firstIndex {
          $0.run == mark.number && $0.dispatch === dispatch
        }
        if let index { state.leaving.append(state.waits.remove(at: index)) }
      }
    }
    return await dispatch.finished()
  }
}

extension TaskManager.State {
  /// Returns whether the run that a mark is of has to end before what is to be waited for.
  ///
  /// Runs for one occasion come one after the other, so that it is enough to know which
  /// occasion waits for which.
  func wouldWaitForItself(_ mark: RunMark, for occasions: [Occasion]) -> Bool {
    // A task that has ended holds up no run, whatever it has left running.
    guard running[mark.occasion]?.number == mark.number else { return false }
    var met = Set(occasions)
    var open = occasions
    while let occasion = open.popLast() {
      if occasion == mark.occasion { return true }
      var next = waits.filter { wait in
        wait.occasion == occasion && running[occasion]?.number == wait.run
      }.flatMap(\.dispatch.openOccasions)
      if mustWait(occasion) { next.append(.event(.willFinishLaunching)) }
      for other in next where met.insert(other).inserted { open.append(other) }
    }
    return false
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
      state.catalog.removeAfterRun(entry)
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
