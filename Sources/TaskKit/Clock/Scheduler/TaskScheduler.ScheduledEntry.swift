import Foundation

extension TaskScheduler {
  /// A scheduled task: its entry, its schedule, and the runs that have not ended.
  struct ScheduledEntry: Sendable {
    let entry: TaskEntry
    /// The position in the order of addition, which decides where all else is equal.
    let order: Int
    /// The number of runs that have not ended, the waiting ones included, by lane.
    var runs: [Int: Int] = [:]
    /// The due times of the runs that have not begun, by the number of the run.
    var waiting: [Int: Duration] = [:]
    var schedule: ScheduleState
    var timer: Timers<Key>.Handle?
  }
}

extension TaskScheduler.ScheduledEntry {
  /// A Boolean value that indicates whether due times are dates, rather than durations since
  /// the clock was made.
  var isByDate: Bool { entry.definition.trigger.isByDate }

  /// A Boolean value that indicates whether the task is not due any more and no run goes on.
  var isFinished: Bool { schedule.isOver && runs.isEmpty }

  /// The time by the task's clock.
  func now(_ reading: ScheduleClock.Reading) -> Duration { reading.time(isByDate: isByDate) }

  /// The date of a time by the task's clock.
  func date(of time: Duration, at reading: ScheduleClock.Reading) -> Date {
    Date(since1970: reading.wall + (time - now(reading)))
  }

  /// The reason why a fire gets no run.
  struct Rejection: Error {
    let reason: TaskMissReason
  }

  /// Finds the lane for a run, beside the runs that go on.
  mutating func admit(_ fire: ScheduleState.Fire) -> Result<Int, Rejection> {
    var lane = 0
    switch schedule.rules.overlap.kind {
    // Runs that catch up come one after the other.
    case _ where fire.isCatchUp: break
    case .skip where !runs.isEmpty: return .failure(Rejection(reason: .overlap))
    case .skip: break
    case .queue(let limit) where (runs[0] ?? 0) > limit:
      return .failure(Rejection(reason: .queueFull))
    case .queue: break
    case .parallel(let limit):
      guard let free = (0..<limit).first(where: { runs[$0] == nil }) else {
        return .failure(Rejection(reason: .overlap))
      }
      lane = free
    }
    runs[lane, default: 0] += 1
    return .success(lane)
  }

  /// Removes an ended run.
  mutating func didEnd(_ run: TaskScheduler.DueRun, at now: ScheduleClock.Reading) {
    let left = (runs[run.lane] ?? 1) - 1
    runs[run.lane] = left > 0 ? left : nil
    schedule.didEnd(at: self.now(now))
  }
}
