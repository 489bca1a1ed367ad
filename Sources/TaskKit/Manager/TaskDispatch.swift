import Synchronization

/// A handle to wait for the tasks of an event, a notification or a demand.
///
/// ```swift
/// let reports = await TaskManager.shared.trigger(.reserved1).finished()
/// ```
///
/// You need not keep it. The tasks run in any case.
///
/// - Concurrency: May be used from any thread.
public struct TaskDispatch: Sendable {
  let state: DispatchState

  /// A Boolean value that indicates whether all tasks have finished.
  public var isFinished: Bool { state.outcome != nil }

  /// Waits until all tasks have finished, and returns a report for each event.
  ///
  /// It waits even if the waiting task is cancelled, because the tasks belong to the manager and
  /// not to the waiting code. An event whose tasks could not run, for example because it happens
  /// only once and has happened, has no report.
  ///
  /// If the calling task's own run has to finish first, it does not wait. It reports an error to
  /// ``TaskManager/errorHandler`` and returns the reports so far.
  @discardableResult
  public func finished() async -> [TaskRunReport] { await state.finishedUnlessCyclic() }
}

/// The state of a dispatch, shared by all waiting callers.
final class DispatchState: Sendable {
  /// The result of a dispatch.
  struct Outcome: Sendable {
    var reports: [TaskRunReport]
    /// The reason why no task ran, if that is the case.
    var error: TaskError?
  }

  private struct State: Sendable {
    /// The number of finished runs.
    var ended = 0
    var reports: [TaskRunReport] = []
    var error: TaskError?
    var waiting: [CheckedContinuation<Outcome, Never>] = []
  }

  /// The source location of the trigger.
  let location: CodeLocation

  private let occasions: [Occasion]
  private let reportsErrors: Bool
  private weak let manager: TaskManager?
  private let state = Mutex(State())

  /// Creates the state for one run per occasion, one after the other.
  init(
    occasions: [Occasion], manager: TaskManager, location: CodeLocation, reportsErrors: Bool
  ) {
    self.occasions = occasions
    self.manager = manager
    self.location = location
    self.reportsErrors = reportsErrors
  }

  /// The result, or `nil` if a run has not finished.
  var outcome: Outcome? { state.withLock { howItEnded($0) } }

  /// The occasions whose runs have not finished.
  var openOccasions: [Occasion] {
    state.withLock { Array(occasions.dropFirst($0.ended)) }
  }

  private func howItEnded(_ state: State) -> Outcome? {
    guard state.ended >= max(1, occasions.count) else { return nil }
    return Outcome(reports: state.reports, error: state.error)
  }

  /// Records the end of the next run.
  ///
  /// Runs finish in order.
  ///
  /// - Parameters:
  ///   - report: The report, or `nil` if the run did not take place.
  ///   - error: The reason why it did not.
  func end(with report: TaskRunReport?, error: TaskError? = nil) {
    // Problems of plans have been reported already.
    if let error, reportsErrors, error.code != .badPlan { manager?.report(error) }
    let (outcome, waiting) = state.withLock { state in
      state.ended += 1
      if let report { state.reports.append(report) }
      if let error, state.error == nil { state.error = error }
      guard let outcome = howItEnded(state) else {
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
        if let outcome = howItEnded(state) { return outcome }
        state.waiting.append(continuation)
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  /// Waits for the end and returns the reports, or returns those so far if the calling task's run
  /// has to finish first.
  nonisolated(nonsending) func finishedUnlessCyclic() async -> [TaskRunReport] {
    guard let manager else { return await finished().reports }
    if let outcome = await manager.wait(for: self) { return outcome.reports }
    if let mark = RunMark.current {
      manager.report(.waitsForItself(mark.task, mark.occasion, at: location))
    }
    return state.withLock { $0.reports }
  }
}
