import Synchronization

/// Something that happened, on its way through the tasks.
///
/// ```swift
/// let reports = await TaskManager.shared.trigger(.reserved1).finished()
/// ```
///
/// It need not be kept: the tasks run all the same.
///
/// - Concurrency: May be asked from any thread.
public struct TaskDispatch: Sendable {
  let state: DispatchState

  /// A Boolean value that indicates whether all tasks are over.
  public var isFinished: Bool { state.outcome != nil }

  /// Returns when all tasks are over, with a report for each event.
  ///
  /// Waits for them even if the waiting task is cancelled: tasks belong to the
  /// manager, not to who happens to wait for them. What could not run, because an
  /// event is over for example, has no report.
  ///
  /// In a task whose own run has to end first it does not wait, which goes to
  /// ``TaskManager/errorHandler``; the reports are those that there are.
  @discardableResult
  public func finished() async -> [TaskRunReport] { await state.finishedUnlessCyclic() }
}

/// The state of a dispatch, shared by all who wait for it.
final class DispatchState: Sendable {
  /// The result of a dispatch.
  struct Outcome: Sendable {
    var reports: [TaskRunReport]
    /// Why nothing ran, if so.
    var error: TaskError?
  }

  private struct State: Sendable {
    /// The number of runs that have ended.
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

  /// Waits for a run for each of these, one after the other.
  init(
    occasions: [Occasion], manager: TaskManager, location: CodeLocation, reportsErrors: Bool
  ) {
    self.occasions = occasions
    self.manager = manager
    self.location = location
    self.reportsErrors = reportsErrors
  }

  /// The result, if it has ended.
  var outcome: Outcome? { state.withLock { howItEnded($0) } }

  /// The occasions whose runs have not ended.
  var openOccasions: [Occasion] {
    state.withLock { Array(occasions.dropFirst($0.ended)) }
  }

  private func howItEnded(_ state: State) -> Outcome? {
    guard state.ended >= max(1, occasions.count) else { return nil }
    return Outcome(reports: state.reports, error: state.error)
  }

  /// A run has come to its end; runs do so in their order.
  ///
  /// - Parameters:
  ///   - report: Nothing if it did not take place.
  ///   - error: Why it did not.
  func end(with report: TaskRunReport?, error: TaskError? = nil) {
    // What is wrong with plans has been reported.
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

  /// The reports, once it has ended, or those so far if the calling task's run has to
  /// end first.
  nonisolated(nonsending) func finishedUnlessCyclic() async -> [TaskRunReport] {
    guard let manager else { return await finished().reports }
    if let outcome = await manager.wait(for: self) { return outcome.reports }
    if let mark = RunMark.current {
      manager.report(.waitsForItself(mark.task, mark.occasion, at: location))
    }
    return state.withLock { $0.reports }
  }
}
