public import Foundation

/// The traits of a task that concern its schedule.
struct ScheduleRules: Sendable {
  var misfire = TaskMisfirePolicy.runOnce
  /// The lateness up to which a run counts as on time.
  var grace = Duration.seconds(5)
  var overlap = TaskOverlapPolicy.skip
  var pause = TaskPausePolicy.hold
  var jitter: TaskJitter?
  /// A Boolean value that indicates whether an interval counts from the end of a run.
  var countsFromEnd = false
  /// Nothing before and after these counts.
  var start: Date?
  var end: Date?
  /// The maximum number of runs, or `nil` for no limit.
  var maximumRuns: Int?
  /// A Boolean value that indicates whether a store decides about due times.
  var isDurable = false
}

extension ScheduleRules {
  /// Descriptions of the rules that differ from the defaults.
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
  /// Sets the policy for due times that passed without a run.
  ///
  /// - Parameters:
  ///   - policy: What becomes of them; without this trait, ``TaskMisfirePolicy/runOnce``.
  ///   - grace: How late a run may begin and still count as on time.
  /// - Returns: The trait.
  public static func misfire(
    _ policy: TaskMisfirePolicy, grace: Duration = .seconds(5)
  ) -> TaskTrait {
    TaskTrait {
      $0.schedule.misfire = policy
      $0.schedule.grace = max(.zero, grace)
    }
  }

  /// Sets the policy for a due time at which an earlier run still goes on.
  public static func overlap(_ policy: TaskOverlapPolicy) -> TaskTrait {
    TaskTrait { $0.schedule.overlap = policy }
  }

  /// Sets the policy for due times that passed while the task was paused.
  public static func whilePaused(_ policy: TaskPausePolicy) -> TaskTrait {
    TaskTrait { $0.schedule.pause = policy }
  }

  /// Delays each run at random, up to a limit.
  public static func jitter(_ jitter: TaskJitter) -> TaskTrait {
    TaskTrait { $0.schedule.jitter = jitter }
  }

  /// The interval of a scheduled task counts from the end of a run to the beginning of
  /// the next one, rather than from moment to moment.
  ///
  /// It is for dates and timers: calendars have no intervals.
  public static let fixedDelay = TaskTrait { $0.schedule.countsFromEnd = true }

  /// A scheduled task is not due before a date.
  public static func starting(at date: Date) -> TaskTrait {
    TaskTrait { $0.schedule.start = date }
  }

  /// A scheduled task is not due after a date.
  public static func ending(at date: Date) -> TaskTrait {
    TaskTrait { $0.schedule.end = date }
  }

  /// A scheduled task runs so often, at most.
  public static func maximumRuns(_ count: Int) -> TaskTrait {
    TaskTrait { $0.schedule.maximumRuns = max(1, count) }
  }
}
