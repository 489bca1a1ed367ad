public import Foundation

/// The rules of a schedule, set by traits of the task.
struct ScheduleRules: Sendable {
  var misfire = TaskMisfirePolicy.runOnce
  /// The lateness up to which a run counts as on time.
  var grace = Duration.seconds(5)
  var overlap = TaskOverlapPolicy.skip
  var pause = TaskPausePolicy.hold
  var jitter: TaskJitter?
  /// A Boolean value that indicates whether an interval counts from the end of a run.
  var countsFromEnd = false
  /// The bounds of the schedule.
  ///
  /// Fire times before `start` and after `end` are ignored.
  var start: Date?
  var end: Date?
  /// The maximum number of runs, or `nil` for no limit.
  var maximumRuns: Int?
  /// A Boolean value that indicates whether a store decides about the fires.
  var isDurable = false
  /// The name of the schedule in the store, or `nil` for the name of the task.
  var storedName: String?
}

extension ScheduleRules {
  /// Descriptions of the rules that differ from the defaults.
  ///
  /// They are part of the definitions in stores. If they change, each schedule of an earlier build
  /// is planned again, so they keep their old wording.
  var words: [String] {
    var words: [String] = []
    if isDurable { words.append("durable") }
    switch misfire.kind {
    case .runOnce: break
    case .skip: words.append("skips missed moments")
    case .catchUp(let limit): words.append("catches up with \(limit)")
    }
    switch overlap.kind {
    case .skip: break
    case .queue(let limit): words.append("queues up to \(limit)")
    case .parallel(let limit): words.append("up to \(limit) side by side")
    }
    if pause == .skip { words.append("skips moments while paused") }
    if let jitter {
      words.append("\(jitter.isStable ? "stable" : "random") jitter to \(jitter.limit.readable)")
    }
    if countsFromEnd { words.append("fixed delay") }
    if let start { words.append("from \(start.formatted(.iso8601))") }
    if let end { words.append("until \(end.formatted(.iso8601))") }
    if let maximumRuns { words.append("at most \(maximumRuns) runs") }
    return words
  }
}

extension TaskTrait {
  /// Sets the policy for fires that passed without a run.
  ///
  /// - Parameters:
  ///   - policy: The policy. Without this trait, it is ``TaskMisfirePolicy/runOnce``.
  ///   - grace: The lateness up to which a run counts as on time.
  /// - Returns: The trait.
  public static func misfire(
    _ policy: TaskMisfirePolicy, grace: Duration = .seconds(5)
  ) -> TaskTrait {
    TaskTrait {
      $0.schedule.misfire = policy
      $0.schedule.grace = max(.zero, grace)
    }
  }

  /// Sets the policy for a fire during an earlier run.
  public static func overlap(_ policy: TaskOverlapPolicy) -> TaskTrait {
    TaskTrait { $0.schedule.overlap = policy }
  }

  /// Sets the policy for fires that passed while the task was paused.
  public static func whilePaused(_ policy: TaskPausePolicy) -> TaskTrait {
    TaskTrait { $0.schedule.pause = policy }
  }

  /// Delays each run by random or stable jitter, up to a limit.
  public static func jitter(_ jitter: TaskJitter) -> TaskTrait {
    TaskTrait { $0.schedule.jitter = jitter }
  }

  /// Makes the interval of a scheduled task count from the end of a run to the start of the next.
  ///
  /// It is for dates and timers, because calendars have no intervals.
  public static let fixedDelay = TaskTrait { $0.schedule.countsFromEnd = true }

  /// Ignores fire times of a scheduled task before a date.
  public static func starting(at date: Date) -> TaskTrait {
    TaskTrait { $0.schedule.start = date }
  }

  /// Ignores fire times of a scheduled task after a date.
  public static func ending(at date: Date) -> TaskTrait {
    TaskTrait { $0.schedule.end = date }
  }

  /// Limits the number of runs of a scheduled task.
  public static func maximumRuns(_ count: Int) -> TaskTrait {
    TaskTrait { $0.schedule.maximumRuns = max(1, count) }
  }
}
