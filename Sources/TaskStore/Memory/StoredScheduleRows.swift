import TaskKit

/// The schedules of a store as a value, with the rules for their changes.
///
/// It has no clock and no lock, so that tests can explore every order of changes.
package struct StoredScheduleRows: Sendable, Hashable {
  private var schedules: [String: StoredSchedule] = [:]

  package init() {}

  /// Returns the schedule of a task, with the state of its fires.
  package func schedule(of task: String, with jobs: StoredJobs) -> StoredSchedule? {
    guard var schedule = schedules[task] else { return nil }
    (schedule.unfinished, schedule.latestEnd) = jobs.ends(ofFiresOf: task)
    return schedule
  }

  package mutating func commit(
    _ change: ScheduleChange, to jobs: inout StoredJobs, at now: TaskTime
  ) -> Bool {
    let old = schedules[change.task]
    guard old?.version == change.expected else { return false }
    schedules[change.task] = StoredSchedule(
      definition: change.definition, version: (old?.version ?? 0) + 1, progress: change.progress,
      isPaused: old?.isPaused ?? false)
    for decided in change.decided {
      jobs.add(decided, of: change.task, keptFor: change.retention, at: now)
    }
    return true
  }

  package mutating func setPaused(_ isPaused: Bool, _ task: String) -> Bool {
    schedules[task]?.isPaused = isPaused
    return schedules[task] != nil
  }
}
