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
