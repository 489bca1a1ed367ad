import Synchronization

/// Something that happened, on its way through the tasks.
///
/// ```swift
/// let reports = await TaskManager.shared.trigger(.reserved1).finished
/// ```
///
/// Nobody needs to keep it: the tasks run all the same.
///
/// - Concurrency: May be asked from any thread.
public struct TaskDispatch: Sendable {
  let state: DispatchState

  /// Whether all tasks are over.
  public var isFinished: Bool { state.outcome != nil }

  /// Returns when all tasks are over, with a report for each event.
  ///
  /// Waits for them even if the waiting task is cancelled: tasks belong to the
  /// manager, not to who happens to wait for them. What could not run, because an
  /// event is over for example, has no report.
  public var finished: [TaskRunReport] {
    get async { await state.finished().reports }
  }
}

/// What becomes of a dispatch, known to all who wait for it.
final class DispatchState: Sendable {
  /// How it ended.
  struct Outcome: Sendable {
    var reports: [TaskRunReport]
    /// Why nothing ran, if so.
    var error: TaskError?
  }

  private struct State: Sendable {
    /// How many runs are to come to an end.
    var open: Int
    var reports: [Int: TaskRunReport] = [:]
    var error: TaskError?
    var waiting: [CheckedContinuation<Outcome, Never>] = []

    var outcome: Outcome? {
      guard open == 0 else { return nil }
      return Outcome(
        reports: reports.sorted { $0.key < $1.key }.map(\.value), error: error)
    }
  }

  private let state: Mutex<State>

  /// Waits for a number of runs.
  init(runs: Int) {
    state = Mutex(State(open: runs))
  }

  var outcome: Outcome? { state.withLock(\.outcome) }

  /// A run has come to its end.
  ///
  /// - Parameters:
  ///   - index: Which of those waited for.
  ///   - report: Nothing if it did not take place.
  ///   - error: Why it did not.
  func end(_ index: Int, with report: TaskRunReport?, error: TaskError? = nil) {
    let (outcome, waiting) = state.withLock { state in
      state.open -= 1
      if let report { state.reports[index] = report }
      if let error, state.error == nil { state.error = error }
      guard let outcome = state.outcome else {
        return (nil as Outcome?, [] as [CheckedContinuation<Outcome, Never>])
      }
      defer { state.waiting = [] }
      return (outcome, state.waiting)
    }
    guard let outcome else { return }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  nonisolated(nonsending) func finished() async -> Outcome {
    if let outcome { return outcome }
    return await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> Outcome? in
        if let outcome = state.outcome { return outcome }
        state.waiting.append(continuation)
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }
}
