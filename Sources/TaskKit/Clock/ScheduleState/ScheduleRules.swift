public import Foundation

/// What traits say of a task that the clock runs.
struct ScheduleRules: Sendable {
  var misfire = TaskMisfirePolicy.runOnce
  /// How late a run may begin and still count as on time.
  var grace = Duration.seconds(5)
  var overlap = TaskOverlapPolicy.skip
  var pause = TaskPausePolicy.hold
  var jitter: TaskJitter?
  /// A Boolean value that indicates whether an interval counts from the end of a run.
  var countsFromEnd = false
  /// Nothing before and after these counts.
  var start: Date?
  var end: Date?
  /// How often it runs, at most; nothing for no limit.
  var maximumRuns: Int?
}

extension ScheduleRules {
  /// What differs from what is usual, in words.
  var words: [String] {
    var words: [String] = []
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
  /// What becomes of moments at which a scheduled task was due, and did not run.
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

  /// What happens when a scheduled task is due, and still runs for an earlier moment.
  public static func overlap(_ policy: TaskOverlapPolicy) -> TaskTrait {
    TaskTrait { $0.schedule.overlap = policy }
  }

  /// What becomes of moments at which a scheduled task was due while it was paused.
  public static func whilePaused(_ policy: TaskPausePolicy) -> TaskTrait {
    TaskTrait { $0.schedule.pause = policy }
  }

  /// How far a scheduled task may be moved behind its moment.
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
