public import TaskKit

/// A snapshot of the schedules in a store.
public struct StoredSchedules: Sendable {
  /// The time of the store.
  ///
  /// It is not earlier than the snapshot.
  public var now: TaskTime

  /// The readable schedules, by the name of the task.
  public var schedules: [String: StoredSchedule]

  /// The problems of unreadable schedules, by the name of the task.
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

/// A schedule in a store.
public struct StoredSchedule: Sendable, Hashable {
  /// The definition by the process that registered the schedule last.
  public var definition: String

  /// A number that each change of the definition or the progress increments.
  public var version: Int64

  /// The next fire time, and the past.
  public var progress: ScheduleProgress

  /// A Boolean value that indicates whether the task is paused.
  public var isPaused: Bool

  /// The number of fires whose run has not finished.
  public var unfinished: Int

  /// The time at which the latest fire was completed, from which a fixed delay is measured.
  ///
  /// It is `nil` if that fire has not been completed, or if none exists.
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

/// A change of a schedule, with the fires that it decides.
public struct ScheduleChange: Sendable, Hashable {
  public var task: String
  public var definition: String

  /// The version that was read, or `nil` if the schedule did not exist.
  public var expected: Int64?

  /// The progress after the change.
  public var progress: ScheduleProgress

  /// The fires that the change decides.
  public var decided: [DecidedTime]

  /// The name and the queue of the jobs of these fires.
  public var queue: String { Self.queue(of: task) }

  /// The time for which the records of these fires are kept after their end.
  public var retention: Duration

  /// Creates a change from its parts.
  public init(
    task: String, definition: String, expected: Int64?, progress: ScheduleProgress,
    decided: [DecidedTime] = [], retention: Duration = .seconds(30 * 86_400)
  ) {
    self.task = task
    self.definition = definition
    self.expected = expected
    self.progress = progress
    self.decided = decided
    self.retention = retention
  }

  /// Returns the queue of a task's fires.
  public static func queue(of task: String) -> String { FireQueue.of(task) }
}

/// A decision about a fire: to run the task, or to record a miss.
public struct DecidedTime: Sendable, Hashable {
  public var fireTime: TaskTime

  /// The number of the run, counted from 1, or `nil` if the task does not run.
  public var number: Int?

  /// The fires without a run that this record accounts for, or `nil` if none were missed.
  public var missed: MissedFires?

  /// Creates a decision about a fire.
  public init(fireTime: TaskTime, number: Int?, missed: MissedFires? = nil) {
    self.fireTime = fireTime
    self.number = number
    self.missed = missed
  }
}
