import Foundation
import Synchronization
import TaskPlanning

extension TaskManager {
  /// Says that an event happens, and does not wait for its tasks.
  ///
  /// Tasks of the main actor that do not suspend have run when this returns, if it
  /// is called there and no other run for the event goes on.
  ///
  /// Of several events, the runs come one after the other, in the order of their
  /// numbers. What cannot run goes to ``errorHandler``.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - options: What comes with it, as ``TaskContext/otherOptions``.
  ///   - fileID: Where it is triggered; leave it out.
  ///   - line: Where it is triggered; leave it out.
  /// - Returns: What to wait with.
  @discardableResult
  public func trigger(
    _ event: RWTaskEvent, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) -> TaskDispatch {
    let place = SourcePlace(fileID: fileID, line: line)
    let dispatch = dispatch(event, options: options, at: place)
    if let error = dispatch.outcome?.error { report(error) }
    return TaskDispatch(state: dispatch)
  }

  /// Says that an event happens, and returns when its tasks are over.
  ///
  /// - Parameters:
  ///   - event: What happens; of several events, the runs come one after the other.
  ///   - options: What comes with it, as ``TaskContext/otherOptions``.
  ///   - fileID: Where it is triggered; leave it out.
  ///   - line: Where it is triggered; leave it out.
  /// - Returns: A report for each event.
  /// - Throws: A ``TaskError`` if the event cannot happen, if the plan is refused
  ///   by ``TaskProblemPolicy/throw``, and if a task of this event calls it. What
  ///   tasks throw is in the reports.
  @discardableResult
  public nonisolated(nonsending) func run(
    _ event: RWTaskEvent, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) async throws(TaskError) -> [TaskRunReport] {
    let place = SourcePlace(fileID: fileID, line: line)
    if let current = TaskRun.current, current.run.manager === self,
      event.contains(current.run.occasion.event), current.run.occasion.event != .none
    {
      throw .waitsForItself(current.task, current.run.occasion, at: place)
    }
    let outcome = await dispatch(event, options: options, at: place).finished()
    if let error = outcome.error { throw error }
    return outcome.reports
  }

  // MARK: - From what happens to a run

  private func dispatch(
    _ event: RWTaskEvent, options: [String: any Sendable], at place: SourcePlace
  ) -> DispatchState {
    let events = event.members
    let dispatch = DispatchState(runs: max(1, events.count))
    guard !events.isEmpty else {
      dispatch.end(0, with: nil, error: .noEvent(at: place))
      return dispatch
    }
    dispatchNext(of: events, from: 0, options: options, at: place, to: dispatch)
    return dispatch
  }

  /// Has the tasks of one event run, and then those of the next ones.
  private func dispatchNext(
    of events: [RWTaskEvent], from index: Int, options: [String: any Sendable],
    at place: SourcePlace, to dispatch: DispatchState
  ) {
    guard index < events.count else { return }
    let context = TaskContext(
      task: "", event: events[index], launchOptions: world.launchOptions, otherOptions: options,
      store: store)
    submit(
      TaskRequest(
        occasion: .event(events[index]), input: TaskBody.Input(context: context), place: place
      ) { report, error in
        dispatch.end(index, with: report, error: error)
        self.dispatchNext(
          of: events, from: index + 1, options: options, at: place, to: dispatch)
      })
  }

  /// Begins a run, or has it wait for the one that goes on.
  func submit(_ request: TaskRequest) {
    let step = withState { state -> Submission in
      if request.occasion.comesOnce {
        guard !state.begun.contains(request.occasion.event) else { return .refused }
      }
      state.begun.formUnion(request.occasion.event)
      if request.occasion == .event(.idle), let run = state.running[request.occasion] {
        return .resumes(run)
      }
      if state.running[request.occasion] != nil || state.mustWait(request.occasion) {
        state.waiting[request.occasion, default: []].append(request)
        return .waits
      }
      return .runs(state.prepare(request, for: self))
    }
    switch step {
    case .waits: break
    case .refused: request.end(nil, .isOver(request.occasion.event, at: request.place))
    case .resumes(let run):
      run.whenEnded { request.end($0, nil) }
      run.resumeMainLane(from: .yielded)
    case .runs(let run): begin(run, for: request)
    }
  }

  private enum Submission: Sendable {
    case refused
    case waits
    case resumes(TaskRun)
    case runs(PreparedRun)
  }

  private func begin(_ prepared: PreparedRun, for request: TaskRequest) {
    reportOnce(prepared.run.problems)
    if let refusal = prepared.refusal {
      didEnd(prepared.run, with: nil)
      return request.end(nil, refusal)
    }
    prepared.run.whenEnded { request.end($0, nil) }
    prepared.run.begin()
  }

  /// A run is over: what waited for it begins.
  func didEnd(_ run: TaskRun, with report: TaskRunReport?) {
    let next = state.withLock { state -> [(PreparedRun, TaskRequest)] in
      state.running[run.occasion] = nil
      state.happened.formUnion(run.occasion.event)
      if let report {
        state.history.append(report)
        state.timings.learn(from: report)
      }
      return state.takeWaiting().map { (state.prepare($0, for: self), $0) }
    }
    for (prepared, request) in next { begin(prepared, for: request) }
  }

  /// Something has become of a task.
  func didSettle(_ entry: TaskEntry, _ outcome: TaskOutcome) {
    entry.latestOutcome = outcome
    if entry.definition.isRemovedAfterRun, outcome.isSuccess || outcome.isFailure {
      withState { state in
        if state.catalog[entry.name] === entry { _ = state.catalog.remove(entry.name) }
      }
    }
    if !entry.definition.properties.milestones.isEmpty { milestonesDidChange() }
  }

  /// Whether other runs go on than this one.
  func isBusy(besides run: TaskRun) -> Bool {
    state.withLock { state in state.running.values.contains { $0 !== run } }
  }
}

extension TaskManager.State {
  /// Whether an event has to wait for another one.
  fileprivate func mustWait(_ occasion: TaskOccasion) -> Bool {
    occasion == .event(.didFinishLaunching)
      && (running[.event(.willFinishLaunching)] != nil
        || waiting[.event(.willFinishLaunching)] != nil)
  }

  /// Takes out what may begin now.
  fileprivate mutating func takeWaiting() -> [TaskRequest] {
    var requests: [TaskRequest] = []
    for occasion in waiting.keys.sorted(by: { $0.description < $1.description }) {
      guard running[occasion] == nil, !mustWait(occasion), var queue = waiting[occasion],
        !queue.isEmpty
      else { continue }
      requests.append(queue.removeFirst())
      waiting[occasion] = queue.isEmpty ? nil : queue
    }
    return requests
  }
}
