/// A policy for fires that passed without a run of the scheduled task.
///
/// Fires are missed if the program was not running, if the machine slept, or if the system clock
/// was set. The fires of a date that was in the past at the declaration are also missed.
public struct TaskMisfirePolicy: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case runOnce
    case skip
    case catchUp(Int)
  }

  let kind: Kind

  /// The task runs once for all missed fires, immediately, and that counts as one run.
  ///
  /// After that, it is on time again. This is the default, because no fire is ignored and no burst
  /// of runs follows.
  public static let runOnce = TaskMisfirePolicy(kind: .runOnce)

  /// The task does not run for missed fires, and runs again at the next fire.
  public static let skip = TaskMisfirePolicy(kind: .skip)

  /// The task runs once for each of the latest missed fires, one run after another.
  ///
  /// - Parameter limit: The maximum number of runs, clamped to 1 to 10,000. Earlier fires are
  ///   skipped.
  /// - Returns: The policy.
  public static func catchUp(upTo limit: Int) -> TaskMisfirePolicy {
    TaskMisfirePolicy(kind: .catchUp(min(max(1, limit), 10_000)))
  }
}

/// A policy for a fire during an earlier run of the scheduled task.
public struct TaskOverlapPolicy: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case skip
    case queue(Int)
    case parallel(Int)
  }

  let kind: Kind

  /// The task does not run for the fire.
  ///
  /// This is the default.
  public static let skip = TaskOverlapPolicy(kind: .skip)

  /// The task runs after the earlier run has finished.
  ///
  /// - Parameter limit: The maximum number of waiting runs. Further fires are skipped.
  /// - Returns: The policy.
  public static func queue(upTo limit: Int = 100) -> TaskOverlapPolicy {
    TaskOverlapPolicy(kind: .queue(max(1, limit)))
  }

  /// The task runs beside its earlier runs.
  ///
  /// - Parameter limit: The maximum number of simultaneous runs. Further fires are skipped.
  /// - Returns: The policy.
  public static func parallel(upTo limit: Int) -> TaskOverlapPolicy {
    TaskOverlapPolicy(kind: .parallel(max(1, limit)))
  }

  /// Returns the lane for the run of a fire, and the number of unfinished runs before or beside it.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - runs: The number of unfinished runs by lane.
  /// - Returns: The lane, and the number.
  func lane(for fire: ScheduleState.Fire, beside runs: [Int: Int]) -> (lane: Int, open: Int) {
    guard case .parallel = kind, !fire.isCatchUp else { return (0, runs[0] ?? 0) }
    return ((0...).first { runs[$0] == nil } ?? 0, runs.count)
  }

  /// Returns the reason why a fire gets no run beside the unfinished runs, or `nil` if it gets one.
  func rejection(of fire: ScheduleState.Fire, beside open: Int) -> TaskMissReason? {
    switch kind {
    // Catch-up runs run one after another.
    case _ where fire.isCatchUp: nil
    case .skip: open > 0 ? .overlap : nil
    case .queue(let limit): open > limit ? .queueFull : nil
    case .parallel(let limit): open >= limit ? .overlap : nil
    }
  }
}

/// A policy for fires that passed while the scheduled task was paused.
public enum TaskPausePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The task runs once for all of them after it is resumed.
  ///
  /// This is the default.
  case hold
  /// The task does not run for them.
  case skip
}

/// A random delay of a scheduled task, so that tasks with the same fire time do not all run at
/// once.
public struct TaskJitter: Sendable, Hashable {
  let limit: Duration
  /// A Boolean value that indicates whether the delay is the same for every fire, in every process.
  let isStable: Bool

  /// Creates jitter that is drawn again for each fire.
  public static func random(upTo limit: Duration) -> TaskJitter {
    TaskJitter(limit: max(.zero, limit), isStable: false)
  }

  /// Creates jitter that follows from the task's name, the same for every fire and in every
  /// process.
  public static func stable(upTo limit: Duration) -> TaskJitter {
    TaskJitter(limit: max(.zero, limit), isStable: true)
  }
}

/// A rule for the intervals of scheduled tasks.
///
/// It is a check for apps whose clock ticks at a pace that all intervals have to match.
public struct TaskIntervalRule: Sendable, Hashable {
  /// The length of a tick if intervals must be whole numbers of ticks, or `nil` otherwise.
  private let tick: Duration?
  private let most: Int

  /// A rule that allows any interval from a millisecond to a thousand years.
  public static let any = TaskIntervalRule(tick: nil, most: .max)

  /// Returns a rule that allows whole numbers of ticks.
  ///
  /// - Parameters:
  ///   - tick: The length of a tick.
  ///   - most: The maximum number of ticks in an interval.
  /// - Returns: The rule.
  public static func wholeTicks(
    of tick: Duration = .seconds(1), upTo most: Int = 120
  ) -> TaskIntervalRule {
    precondition(tick > .zero, "A tick cannot take \(tick): it must be longer than zero.")
    return TaskIntervalRule(tick: tick, most: most)
  }

  /// Returns the problem of a trigger's interval, or `nil` if it is valid.
  func misfit(of trigger: Trigger) -> String? {
    guard let tick else { return nil }
    switch trigger {
    case .date(_, let times, let interval) where times.times == 1: _ = interval
    case .date(_, _, let interval), .timer(_, let interval):
      let ticks = Duration(rounding: interval) / tick
      guard ticks.rounded() != ticks || ticks > Double(most) else { return nil }
      return """
        its interval is \(interval) seconds, but 'intervalRule' allows only whole ticks of \
        \(tick.readable), at most \(most); write such a number, or set the rule to '.any'
        """
    case .event, .notification, .schedule, .unreadable: break
    }
    return nil
  }
}
