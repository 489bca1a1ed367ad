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

/// A task that a process can run.
public struct ClaimableTask: Sendable, Hashable {
  public var name: String

  /// The maximum number of runs at once, in all processes.
  public var width: Int

  /// Creates a claimable task.
  public init(name: String, width: Int = 1) {
    self.name = name
    self.width = width
  }
}

/// A due time that an owner has claimed, for the time of a lease.
public struct TaskClaim: Sendable, Hashable {
  public var task: String
  public var dueTime: TaskTime

  /// The number of the run, counted from 1.
  public var number: Int

  /// The number of earlier due times that this run stands for, too.
  public var coalesced: Int

  /// The process that has claimed it.
  public var owner: String

  /// Greater than those of all earlier claims of the store.
  public var token: Int64

  /// The number of claims of this due time so far, this one included, and without those that
  /// were given back.
  public var count: Int

  /// When it was claimed, by the store's clock.
  public var begun: TaskTime

  /// Creates a claim from its parts.
  public init(
    task: String, dueTime: TaskTime, number: Int, coalesced: Int = 0, owner: String, token: Int64,
    count: Int = 1, begun: TaskTime
  ) {
    self.task = task
    self.dueTime = dueTime
    self.number = number
    self.coalesced = coalesced
    self.owner = owner
    self.token = token
    self.count = count
    self.begun = begun
  }
}

/// The end of a run.
public struct TaskCompletion: Sendable, Hashable {
  public var claim: TaskClaim
  public var state: LedgerRecord.State

  /// The error, or the reason why the task was skipped.
  public var detail: String?

  /// Creates a completion: with the state `succeeded` or that of another end, or with `due` to
  /// give the due time back to be claimed by others.
  public init(claim: TaskClaim, state: LedgerRecord.State, detail: String? = nil) {
    self.claim = claim
    self.state = state
    self.detail = detail
  }
}
