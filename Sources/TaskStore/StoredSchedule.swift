public import TaskKit

/// Schedules as a store has them at one moment.
public struct StoredSchedules: Sendable {
  /// The time of the store, not before what the schedules say was read.
  public var now: TaskTime

  /// The schedules that can be read, by the name of the task.
  public var schedules: [String: StoredSchedule]

  /// The problems of schedules that cannot be read, by the name of the task.
  public var unreadable: [String: String]

  /// Creates a snapshot from its parts.
  public init(
    now: TaskTime, schedules: [String: StoredSchedule] = [:], unreadable: [String: String] = [:]
  ) {
    self.now = now
    self.schedules = schedules
    self.unreadable = unreadable
  }
}

/// A schedule as a store has it.
public struct StoredSchedule: Sendable, Hashable {
  /// The definition of the process that registered the schedule last.
  public var definition: String

  /// Incremented with each change of the definition or the progress.
  public var version: Int64

  /// Which due time is next, and what has passed.
  public var progress: ScheduleProgress

  /// A Boolean value that indicates whether the task is paused.
  public var isPaused: Bool

  /// The number of due times with a run that has not ended.
  public var unfinished: Int

  /// When the record of the latest due time was settled, or `nil` if it is not, or if there is
  /// none: from this, a fixed delay counts.
  public var latestEnd: TaskTime?

  /// Creates a schedule from its parts.
  public init(
    definition: String, version: Int64, progress: ScheduleProgress, isPaused: Bool = false,
    unfinished: Int = 0, latestEnd: TaskTime? = nil
  ) {
    self.definition = definition
    self.version = version
    self.progress = progress
    self.isPaused = isPaused
    self.unfinished = unfinished
    self.latestEnd = latestEnd
  }
}

/// A change of a schedule, and the due times that it decides about.
public struct ScheduleChange: Sendable, Hashable {
  public var task: String
  public var definition: String

  /// The version that was read, or `nil` if there was no schedule.
  public var expected: Int64?

  /// The progress after the change.
  public var progress: ScheduleProgress

  /// The due times that are decided.
  public var decided: [DecidedTime]

  /// Creates a change from its parts.
  public init(
    task: String, definition: String, expected: Int64?, progress: ScheduleProgress,
    decided: [DecidedTime] = []
  ) {
    self.task = task
    self.definition = definition
    self.expected = expected
    self.progress = progress
    self.decided = decided
  }
}

/// A due time that is decided: to run for, or to miss.
public struct DecidedTime: Sendable, Hashable {
  public var dueTime: TaskTime

  /// The number of the run, counted from 1, or `nil` if nothing is to run.
  public var number: Int?

  /// The due times without a run that this record accounts for; `nil` if there are none.
  public var missed: MissedDueTimes?

  /// Creates a decision about a due time.
  public init(dueTime: TaskTime, number: Int?, missed: MissedDueTimes? = nil) {
    self.dueTime = dueTime
    self.number = number
    self.missed = missed
  }
}
