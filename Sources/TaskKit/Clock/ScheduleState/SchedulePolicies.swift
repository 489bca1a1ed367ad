/// A policy for due times that passed without a run of the scheduled task.
///
/// They pass because the program was not there, because the machine slept, because the
/// clock was set, or because the date was over when the task was declared.
public struct TaskMisfirePolicy: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case runOnce
    case skip
    case catchUp(Int)
  }

  let kind: Kind

  /// The task runs once for all of them, at once, and that counts as one run.
  ///
  /// After that it is on time again. The default: nothing is lost, and nothing comes in a
  /// storm.
  public static let runOnce = TaskMisfirePolicy(kind: .runOnce)

  /// The task does not run for them; it runs again when it is due the next time.
  public static let skip = TaskMisfirePolicy(kind: .skip)

  /// The task runs once for each of the latest of them, one run after the other.
  ///
  /// - Parameter limit: How often it runs, at most, which is 1 to 10,000; those before that
  ///   are skipped.
  /// - Returns: The policy.
  public static func catchUp(upTo limit: Int) -> TaskMisfirePolicy {
    TaskMisfirePolicy(kind: .catchUp(min(max(1, limit), 10_000)))
  }
}

/// A policy for a due time at which an earlier run of the scheduled task still goes on.
public struct TaskOverlapPolicy: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case skip
    case queue(Int)
    case parallel(Int)
  }

  let kind: Kind

  /// The task does not run for that moment: the default.
  public static let skip = TaskOverlapPolicy(kind: .skip)

  /// The task runs when the earlier run is over.
  ///
  /// - Parameter limit: How many runs may wait; what comes beyond that is skipped.
  /// - Returns: The policy.
  public static func queue(upTo limit: Int = 100) -> TaskOverlapPolicy {
    TaskOverlapPolicy(kind: .queue(max(1, limit)))
  }

  /// The task runs beside itself.
  ///
  /// - Parameter limit: How many runs there may be at once; what comes beyond that is
  ///   skipped.
  /// - Returns: The policy.
  public static func parallel(upTo limit: Int) -> TaskOverlapPolicy {
    TaskOverlapPolicy(kind: .parallel(max(1, limit)))
  }

  /// Returns why a due time gets no run beside the unfinished ones, or `nil` if it gets one.
  func rejection(of fire: ScheduleState.Fire, beside open: Int) -> TaskMissReason? {
    switch kind {
    // Runs that catch up come one after the other.
    case _ where fire.isCatchUp: nil
    case .skip: open > 0 ? .overlap : nil
    case .queue(let limit): open > limit ? .queueFull : nil
    case .parallel(let limit): open >= limit ? .overlap : nil
    }
  }
}

/// A policy for due times that passed while the scheduled task was paused.
public enum TaskPausePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// When it is resumed, the task runs once for all of them. The default.
  case hold
  /// The task does not run for them.
  case skip
}

/// A random delay of a scheduled task, so that many tasks of one due time do not all run at once.
public struct TaskJitter: Sendable, Hashable {
  let limit: Duration
  /// A Boolean value that indicates whether it is the same whenever the task is due, in
  /// every process.
  let isStable: Bool

  /// A delay that is drawn anew for each moment.
  public static func random(upTo limit: Duration) -> TaskJitter {
    TaskJitter(limit: max(.zero, limit), isStable: false)
  }

  /// A delay that follows from the task's name: the same for every moment, and in every
  /// process.
  public static func stable(upTo limit: Duration) -> TaskJitter {
    TaskJitter(limit: max(.zero, limit), isStable: true)
  }
}

/// Which intervals scheduled tasks may have.
///
/// A check for apps whose clock ticks at a pace that everything has to keep.
public struct TaskIntervalRule: Sendable, Hashable {
  /// The length of a tick, if intervals must be whole numbers of ticks.
  private let tick: Duration?
  private let most: Int

  /// Any interval from a millisecond to a thousand years.
  public static let any = TaskIntervalRule(tick: nil, most: .max)

  /// Whole numbers of ticks.
  ///
  /// - Parameters:
  ///   - tick: The length of a tick.
  ///   - most: How many ticks an interval may have.
  /// - Returns: The rule.
  public static func wholeTicks(
    of tick: Duration = .seconds(1), upTo most: Int = 120
  ) -> TaskIntervalRule {
    precondition(tick > .zero, "A tick cannot take \(tick): it must be longer than zero.")
    return TaskIntervalRule(tick: tick, most: most)
  }

  /// Returns what is wrong with the interval of a trigger, or `nil` if it is valid.
  func misfit(of trigger: Trigger) -> String? {
    guard let tick else { return nil }
    switch trigger {
    case .date(_, let times, let interval) where times.times == 1: _ = interval
    case .date(_, _, let interval), .timer(_, let interval):
      let ticks = Duration(rounding: interval) / tick
      guard ticks.rounded() != ticks || ticks > Double(most) else { return nil }
      return """
        it is to run every \(interval) seconds, and 'intervalRule' allows whole ticks of \
        \(tick.readable) only, at most \(most); write such a number, or set the rule to '.any'
        """
    case .event, .notification, .schedule, .unreadable: break
    }
    return nil
  }
}
