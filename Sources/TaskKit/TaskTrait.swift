/// Something that holds for a task beside what and when.
///
/// ```swift
/// @EventTask(.high, on: .didFinishLaunching, .concurrent, .timeout(.seconds(5)))
/// enum LoadFeed { static func run() async throws { … } }
/// ```
public struct TaskTrait: Sendable, __TaskConstant {
  /// Changes what a task is like.
  let apply: @Sendable (inout TaskProperties) -> Void
}

/// What traits say of a task.
struct TaskProperties: Sendable {
  /// Whether it may run beside others, off the main actor.
  var isConcurrent = false
  /// How long one attempt may take.
  var timeout: Duration?
  /// How often it is tried, at most.
  var maximumAttempts = 1
  /// How long to wait before another attempt.
  var backoff = TaskBackoff.none
  /// What decides whether it runs.
  var conditions: [TaskCondition] = []
  /// What becomes of others when it fails; nothing for what the manager says.
  var failurePolicy: TaskFailurePolicy?
  /// What waits for it.
  var milestones: [TaskMilestone] = []
  /// How long its shutdown may take; nothing for what the manager says.
  var shutdownTimeout: Duration?
  /// What holds for one that the clock runs.
  var schedule = ScheduleRules()
}

extension TaskProperties {
  /// Whether there is a single attempt, which may take as long as it does.
  var isTriedOnce: Bool { maximumAttempts == 1 && timeout == nil }

  /// What traits say, one after the other.
  init(_ traits: [TaskTrait]) {
    self.init()
    for trait in traits { trait.apply(&self) }
  }
}

/// What decides whether a task runs.
struct TaskCondition: Sendable {
  let reason: String
  let isMet: @Sendable (TaskContext) -> Bool
}

extension TaskTrait {
  /// The task may run beside others, off the main actor, as soon as what it
  /// depends on is done.
  public static let concurrent = TaskTrait { $0.isConcurrent = true }

  /// An attempt that takes longer is cancelled, and counts as failed.
  ///
  /// Only asynchronous tasks can be cancelled. Of one that does not react to being
  /// cancelled, the end is not waited for.
  public static func timeout(_ limit: Duration) -> TaskTrait {
    TaskTrait { $0.timeout = limit }
  }

  /// A task that throws is tried again.
  ///
  /// - Parameters:
  ///   - attempts: How often it is tried, at most, the first time included.
  ///   - backoff: How long to wait before another attempt.
  /// - Returns: The trait.
  public static func retry(upTo attempts: Int, backoff: TaskBackoff = .none) -> TaskTrait {
    TaskTrait {
      $0.maximumAttempts = max(1, attempts)
      $0.backoff = backoff
    }
  }

  /// The task runs only if a condition is met when its turn comes; if not, it is
  /// skipped.
  ///
  /// - Parameters:
  ///   - reason: Why it is skipped, for reports.
  ///   - condition: Says whether it runs. It may be called on any thread.
  /// - Returns: The trait.
  public static func enabled(
    orSkippedBecause reason: String, if condition: @escaping @Sendable (TaskContext) -> Bool
  ) -> TaskTrait {
    TaskTrait { $0.conditions.append(TaskCondition(reason: reason, isMet: condition)) }
  }

  /// What becomes of others when the task fails.
  public static func onFailure(_ policy: TaskFailurePolicy) -> TaskTrait {
    TaskTrait { $0.failurePolicy = policy }
  }

  /// A milestone is not reached before the task is over.
  public static func before(_ milestone: TaskMilestone) -> TaskTrait {
    TaskTrait { $0.milestones.append(milestone) }
  }

  /// How long what the task does at the end of the process may take.
  public static func shutdownTimeout(_ limit: Duration) -> TaskTrait {
    TaskTrait { $0.shutdownTimeout = limit }
  }
}
