import Foundation
import Schedules
import Synchronization

/// A durable task of a manager, as a scheduling sees it: what to decide, and how to run it.
///
/// - Concurrency: May be used from any thread.
package final class DurableTask: Sendable {
  /// A decision about the due times that have passed.
  package struct Decision: Sendable, Equatable {
    /// The progress after it.
    package var progress: ScheduleProgress
    /// The due times to run for.
    package var fires: [Fire] = []
    /// The due times without a run.
    package var misses: [Miss] = []
  }

  /// A due time to run for.
  package struct Fire: Sendable, Equatable {
    package let dueTime: TaskTime
    package let number: Int
    package let coalesced: Int
  }

  /// Due times without a run, for one reason.
  package struct Miss: Sendable, Equatable {
    /// The latest of them, or the due time of the run that follows them.
    package let dueTime: TaskTime
    package let count: Int
    package let reason: TaskMissReason
  }

  let entry: TaskEntry
  private weak let manager: TaskManager?

  private struct State {
    /// The lanes on which runs go on; the lowest free one is taken.
    var lanes: Set<Int> = []
    var next: TaskTime?
  }

  private let state = Mutex(State())

  init(_ entry: TaskEntry, of manager: TaskManager) {
    self.entry = entry
    self.manager = manager
  }

  /// The name of the task.
  package var name: String { entry.name }

  /// The source location of the declaration.
  package var location: CodeLocation { entry.location }

  /// The definition as text, by which two versions of a program can be told apart.
  package var definition: String {
    var words = entry.definition.properties.schedule.words
    if case .date(let date, _, _) = entry.definition.trigger {
      words.append("from \(date.secondsSince1970)")
    }
    return ([entry.definition.trigger.words] + words).joined(separator: "; ")
  }

  /// A Boolean value that indicates whether it is paused in this process.
  package var isPaused: Bool { entry.isPaused.load(ordering: .relaxed) }

  /// The maximum number of runs at once.
  package var width: Int {
    if case .parallel(let limit) = entry.definition.properties.schedule.overlap.kind {
      limit
    } else {
      1
    }
  }

  /// The due time that the store has reported as the next.
  var next: TaskTime? { state.withLock { $0.next } }

  // MARK: - Deciding

  /// Returns the progress at the beginning, or `nil` if the task is never due.
  package func progress(at now: TaskTime) -> ScheduleProgress? {
    schedule(at: now)?.progress
  }

  /// Returns the progress of this definition after that of another one.
  package func progress(after other: ScheduleProgress, at now: TaskTime) -> ScheduleProgress? {
    guard var schedule = schedule(at: now) else { return nil }
    schedule.takeOver(from: other, at: now.sinceEpoch)
    return schedule.progress
  }

  /// Decides about the due times that have passed.
  ///
  /// - Parameters:
  ///   - progress: The progress so far.
  ///   - now: The time of the store.
  ///   - isPaused: Whether the task is paused.
  ///   - unfinished: The number of due times with a run that has not ended, in all processes.
  ///   - latestEnd: When the latest due time was settled, if it is.
  /// - Returns: The decision, or `nil` if there is nothing to decide.
  package func decide(
    after progress: ScheduleProgress, at now: TaskTime, isPaused: Bool, unfinished: Int,
    latestEnd: TaskTime?
  ) -> Decision? {
    guard var schedule = schedule(at: now) else { return nil }
    schedule.resume(from: progress)
    // A fixed delay counts from the end of the run, whichever process knows of it first.
    if progress.next == nil, unfinished == 0, let end = latestEnd ?? progress.latest {
      schedule.didEnd(at: end.sinceEpoch)
    }
    // The clock of the store may have been set back from far ahead. When it goes back a little,
    // the due times that are decided stay so.
    if let latest = progress.latest, latest - now > .seconds(3 * 3_600) {
      schedule.timeWasSet(to: now.sinceEpoch)
    }
    let decided = schedule.decide(at: now.sinceEpoch, isPaused: isPaused)
    guard schedule.progress != progress else { return nil }
    var decision = Decision(progress: schedule.progress)
    decision.misses = decided.misses.map {
      Miss(dueTime: TaskTime($0.dueTime), count: $0.count, reason: $0.reason)
    }
    var open = unfinished
    for fire in decided.fires {
      if let reason = schedule.rules.overlap.rejection(of: fire, beside: open) {
        decision.misses.append(
          Miss(dueTime: TaskTime(fire.dueTime), count: 1, reason: reason))
      } else {
        open += 1
        decision.fires.append(
          Fire(
            dueTime: TaskTime(fire.dueTime), number: fire.number, coalesced: fire.coalesced))
      }
    }
    return decision
  }

  /// Returns whether the task is not due any more, and no run of it goes on.
  package func isOver(
    after progress: ScheduleProgress, unfinished: Int, latestEnd: TaskTime?, at now: TaskTime
  ) -> Bool {
    guard progress.next == nil, unfinished == 0 else { return false }
    return decide(
      after: progress, at: now, isPaused: false, unfinished: 0, latestEnd: latestEnd) == nil
  }

  private func schedule(at now: TaskTime) -> ScheduleState? {
    var definition = entry.definition
    if case .schedule(let schedule) = definition.trigger {
      definition.trigger = .schedule(schedule.withCurrentZones())
    }
    return ScheduleState(
      definition, at: ScheduleClock.Reading(timers: .zero, wall: now.sinceEpoch),
      seed: .random(in: .min ... .max))
  }

  // MARK: - Notes of the scheduling

  /// Notes what the store has of the task.
  ///
  /// - Parameters:
  ///   - next: When it is due next.
  ///   - isPaused: Whether it is paused, or `nil` if that is about to change.
  package func note(next: TaskTime?, isPaused: Bool?) {
    state.withLock { $0.next = next }
    guard let isPaused, entry.isPaused.load(ordering: .relaxed) != isPaused else { return }
    manager?.notePause(isPaused, entry)
  }

  /// Notes due times without a run in the manager's ledger.
  package func noteMiss(_ miss: Miss) {
    manager?.scheduler.note(
      TaskLedger.Entry(
        task: name, moment: miss.dueTime.date, count: miss.count, fate: .missed(miss.reason)))
  }

  /// Notes that the task is not due any more and that no run of it goes on, in any process.
  package func noteEnd() {
    manager?.didFinish(entry)
  }

  /// Reports an error to the manager's error handler.
  package func report(_ error: TaskError) {
    manager?.report(error)
  }

  // MARK: - Running

  /// Runs the task for a due time.
  ///
  /// - Parameters:
  ///   - fire: The due time.
  ///   - late: How much later than that it is.
  ///   - whenEnded: Called with the outcome.
  /// - Returns: A handle to cancel the run.
  package func run(
    _ fire: TaskFire, late: Duration, whenEnded: @escaping @Sendable (TaskOutcome) -> Void
  ) -> DurableRun? {
    guard let manager else { return nil }
    let lane = state.withLock { state in
      let lane = (0...).first { !state.lanes.contains($0) } ?? 0
      state.lanes.insert(lane)
      return lane
    }
    let occasion = Occasion.schedule(task: name, entry: ObjectIdentifier(entry), lane: lane)
    manager.runDurably(entry, occasion, fire, late: late) { [self] outcome in
      _ = state.withLock { $0.lanes.remove(lane) }
      whenEnded(outcome)
    }
    return DurableRun(entry: entry, occasion: occasion, manager: manager)
  }
}

/// A run of a durable task.
package struct DurableRun: Sendable {
  fileprivate let entry: TaskEntry
  fileprivate let occasion: Occasion
  fileprivate let manager: TaskManager

  /// Cancels the run, if it has not ended.
  package func cancel() {
    _ = manager.withLock { $0.queue[occasion] }?.cancel(entry)
  }
}
