import Foundation
import Schedules
import Synchronization

/// A durable task of a manager, for a scheduling: it decides about fires, and runs the task.
///
/// - Concurrency: May be used from any thread.
package final class DurableTask: Sendable {
  /// A decision about the fires that have passed.
  package struct Decision: Sendable, Equatable {
    /// The progress after the decision.
    package var progress: ScheduleProgress
    /// The fires to run.
    package var fires: [Fire] = []
    /// The fires without a run.
    package var misses: [Miss] = []
  }

  /// A fire to run.
  package struct Fire: Sendable, Equatable {
    package let fireTime: TaskTime
    package let number: Int
    package let coalesced: Int
  }

  /// Fires without a run, for one reason.
  package struct Miss: Sendable, Equatable {
    /// The latest of their fire times, or the fire time of the run that follows them.
    package let fireTime: TaskTime
    package let count: Int
    package let reason: TaskMissReason
  }

  let entry: TaskEntry
  private weak let manager: TaskManager?

  private struct State {
    /// The lanes of the runs in progress.
    ///
    /// A new run takes the lowest free lane.
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

  /// The name of the schedule in the store.
  package var storedName: String { entry.definition.properties.schedule.storedName ?? name }

  /// The source location of the declaration.
  package var location: CodeLocation { entry.location }

  /// The definition as a string, to tell apart two versions of a program.
  package var definition: String {
    var words = entry.definition.properties.schedule.words
    if case .date(let date, _, _) = entry.definition.trigger {
      words.append("from \(date.secondsSince1970)")
    }
    return ([entry.definition.trigger.words] + words).joined(separator: "; ")
  }

  /// A Boolean value that indicates whether the task is paused in this process.
  package var isPaused: Bool { entry.isPaused.load(ordering: .relaxed) }

  /// The maximum number of simultaneous runs.
  package var width: Int {
    if case .parallel(let limit) = entry.definition.properties.schedule.overlap.kind {
      limit
    } else {
      1
    }
  }

  /// The next fire time that the store has reported.
  var next: TaskTime? { state.withLock { $0.next } }

  // MARK: - Deciding

  /// Returns the initial progress, or `nil` if the task never fires.
  package func progress(at now: TaskTime) -> ScheduleProgress? {
    schedule(at: now)?.progress
  }

  /// Returns the progress of this definition, continued from the progress of another definition.
  package func progress(after other: ScheduleProgress, at now: TaskTime) -> ScheduleProgress? {
    guard var schedule = schedule(at: now) else { return nil }
    schedule.takeOver(from: other, at: now.sinceEpoch)
    return schedule.progress
  }

  /// Decides about the fires that have passed.
  ///
  /// - Parameters:
  ///   - progress: The progress so far.
  ///   - now: The time of the store.
  ///   - isPaused: Whether the task is paused.
  ///   - unfinished: The number of fires with an unfinished run, in all processes.
  ///   - latestEnd: The time at which the latest fire was settled, if it was.
  /// - Returns: The decision, or `nil` if nothing changes.
  package func decide(
    after progress: ScheduleProgress, at now: TaskTime, isPaused: Bool, unfinished: Int,
    latestEnd: TaskTime?
  ) -> Decision? {
    guard var schedule = schedule(at: now) else { return nil }
    schedule.resume(from: progress)
    // A fixed delay counts from the end of the run, even if another process ran it.
    if progress.next == nil, unfinished == 0, let end = latestEnd ?? progress.latest {
      schedule.didEnd(at: end.sinceEpoch)
    }
    // The clock of the store may have been far ahead and then been set back. If it goes back only a
    // little, the decided fires stay decided.
    if let latest = progress.latest, latest - now > .seconds(3 * 3_600) {
      schedule.timeWasSet(to: now.sinceEpoch)
    }
    let decided = schedule.decide(at: now.sinceEpoch, isPaused: isPaused)
    guard schedule.progress != progress else { return nil }
    var decision = Decision(progress: schedule.progress)
    decision.misses = decided.misses.map {
      Miss(fireTime: TaskTime($0.fireTime), count: $0.count, reason: $0.reason)
    }
    var open = unfinished
    for fire in decided.fires {
      if let reason = schedule.rules.overlap.rejection(of: fire, beside: open) {
        decision.misses.append(
          Miss(fireTime: TaskTime(fire.fireTime), count: 1, reason: reason))
      } else {
        open += 1
        decision.fires.append(
          Fire(
            fireTime: TaskTime(fire.fireTime), number: fire.number, coalesced: fire.coalesced))
      }
    }
    return decision
  }

  /// Returns whether the task has no more fires and no run in progress.
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

  // MARK: - Reports from the scheduling

  /// Updates the state of the task from the store.
  ///
  /// - Parameters:
  ///   - next: The next fire time.
  ///   - isPaused: Whether the task is paused, or `nil` if a change of this is pending.
  package func note(next: TaskTime?, isPaused: Bool?) {
    state.withLock { $0.next = next }
    guard let isPaused, entry.isPaused.load(ordering: .relaxed) != isPaused else { return }
    manager?.notePause(isPaused, entry)
  }

  /// Adds fires without a run to the manager's ledger.
  package func noteMiss(_ miss: Miss) {
    manager?.scheduler.note(
      TaskLedger.Entry(
        task: name, fireTime: miss.fireTime.date, count: miss.count, fate: .missed(miss.reason)))
  }

  /// Records that the task has no more fires and no run in progress, in any process.
  package func noteEnd() {
    manager?.didFinish(entry)
  }

  /// Reports an error to the manager's error handler.
  package func report(_ error: TaskError) {
    manager?.report(error)
  }

  // MARK: - Running

  /// Runs the task for a fire, until it ends or this task is cancelled.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - late: The lateness, measured from the fire time.
  /// - Returns: The outcome, which is `cancelled` if the manager has been released.
  package func run(_ fire: TaskFire, late: Duration) async -> TaskOutcome {
    guard let manager else { return .cancelled }
    let lane = state.withLock { state in
      let lane = (0...).first { !state.lanes.contains($0) } ?? 0
      state.lanes.insert(lane)
      return lane
    }
    defer { _ = state.withLock { $0.lanes.remove(lane) } }
    let occasion = Occasion.schedule(task: name, entry: ObjectIdentifier(entry), lane: lane)
    let cancel = { @Sendable [entry] in
      _ = manager.withLock { $0.queue[occasion] }?.cancel(entry)
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        manager.runDurably(entry, occasion, fire, late: late) { continuation.resume(returning: $0) }
        // The handler may have run before the task was submitted.
        if Task.isCancelled { cancel() }
      }
    } onCancel: {
      cancel()
    }
  }
}
