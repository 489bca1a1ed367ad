import Foundation

/// A property of a task other than its work and its trigger.
///
/// ```swift
/// @EventTask(.high, on: .didFinishLaunching, .concurrent, .timeout(.seconds(5)))
/// enum LoadFeed { static func run() async throws { … } }
/// ```
public struct TaskTrait: Sendable, __TaskConstant {
  /// Applies the trait to the properties of a task.
  let apply: @Sendable (inout TaskProperties) -> Void
}

/// The rare properties of a task: the effects of its traits, and its function for the end of the
/// process.
///
/// They are boxed, because most tasks have no traits and share one value.
@dynamicMemberLookup
struct TaskProperties: Sendable {
  /// The unboxed properties.
  struct Values: Sendable {
    /// A Boolean value that indicates whether the task may run beside others, off the main actor.
    var isConcurrent = false
    /// The time limit of one attempt.
    var timeout: Duration?
    /// The maximum number of attempts.
    var maximumAttempts = 1
    /// The pauses between attempts.
    var backoff = TaskBackoff.none
    /// The conditions that decide whether the task runs.
    var conditions: [RunCondition] = []
    /// The policy for dependents if the task fails, or `nil` for the manager's policy.
    var failurePolicy: TaskFailurePolicy?
    /// The milestones that wait for the task.
    var milestones: [TaskMilestone] = []
    /// The function for the end of the process, if the task has one.
    var shutdown: TaskBody?
    /// The time limit of the task's shutdown, or `nil` for the manager's limit.
    var shutdownTimeout: Duration?
    /// The rules of a scheduled task.
    fileprivate(set) var boxedSchedule = TaskProperties.usualSchedule
  }

  private static let usualSchedule = Boxed(ScheduleRules())
  private static let usual = Boxed(Values())

  private var boxed = usual

  init() {}

  subscript<Property>(dynamicMember property: WritableKeyPath<Values, Property>) -> Property {
    get { boxed.value[keyPath: property] }
    set { boxed.value[keyPath: property] = newValue }
  }

  /// The rules of a scheduled task.
  var schedule: ScheduleRules {
    get { boxed.value.boxedSchedule.value }
    set { boxed.value.boxedSchedule = Boxed(newValue) }
  }

  /// The rules of a scheduled task, in a box that can be shared.
  var boxedSchedule: Boxed<ScheduleRules> { boxed.value.boxedSchedule }
}

extension TaskProperties {
  /// A Boolean value that indicates whether the task has a single attempt without a time limit.
  var isTriedOnce: Bool { self.maximumAttempts == 1 && self.timeout == nil }

  /// Applies traits, one after another.
  init(_ traits: [TaskTrait]) {
    self.init()
    for trait in traits { trait.apply(&self) }
  }
}

/// A condition that decides whether a task runs.
struct RunCondition: Sendable {
  let reason: String
  let isMet: @Sendable (TaskContext) -> Bool
}

extension TaskTrait {
  /// The task may run beside others, off the main actor, as soon as its dependencies are done.
  public static let concurrent = TaskTrait { $0.isConcurrent = true }

  /// Cancels an attempt that takes longer than a limit, and counts it as failed.
  ///
  /// Only asynchronous tasks can be cancelled. If an attempt does not react to being cancelled, its
  /// end is not awaited, and its result is lost.
  ///
  /// A task with ``retry(attempts:backoff:)`` is an exception, because its attempts never run
  /// beside each other. The next attempt starts after the late one has finished. If that takes
  /// another whole timeout, the task fails without another attempt.
  ///
  /// The time that a blocking task waits for a worker does not count.
  public static func timeout(_ limit: Duration) -> TaskTrait {
    TaskTrait { $0.timeout = limit }
  }

  /// Repeats a task that throws or takes too long, after the attempt has finished.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts, including the first.
  ///   - backoff: The pauses between attempts.
  /// - Returns: The trait.
  public static func retry(attempts: Int, backoff: TaskBackoff = .none) -> TaskTrait {
    TaskTrait {
      $0.maximumAttempts = max(1, attempts)
      $0.backoff = backoff
    }
  }

  /// Skips the task unless a condition is met when its turn comes.
  ///
  /// - Parameters:
  ///   - condition: Returns whether the task runs. It may be called on any thread.
  ///   - reason: The reason that reports show for a skipped task.
  /// - Returns: The trait.
  public static func skipped(
    unless condition: @escaping @Sendable (TaskContext) -> Bool, because reason: String
  ) -> TaskTrait {
    TaskTrait { $0.conditions.append(RunCondition(reason: reason, isMet: condition)) }
  }

  /// Sets the policy for dependents if the task fails.
  public static func onFailure(_ policy: TaskFailurePolicy) -> TaskTrait {
    TaskTrait { $0.failurePolicy = policy }
  }

  /// Makes a milestone wait until the task has finished.
  public static func before(_ milestone: TaskMilestone) -> TaskTrait {
    TaskTrait { $0.milestones.append(milestone) }
  }

  /// Sets the time limit for the task's work at the end of the process.
  public static func shutdownTimeout(_ limit: Duration) -> TaskTrait {
    TaskTrait { $0.shutdownTimeout = limit }
  }
}

extension TaskTrait {
  /// Keeps the progress of a scheduled task in a store, across restarts and for all processes that
  /// share the store.
  ///
  /// ```swift
  /// #schedule("nightly", cron: "0 30 2 * * *", .durable) { context in … }
  ///
  /// try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))  // import TaskStore
  /// ```
  ///
  /// Each fire runs at least once, on one process at a time. Its token (``TaskFire/token``) lets
  /// storage reject the effects of an outdated run. The trait is for dates and calendars, because
  /// events and timers start with their process.
  public static let durable = TaskTrait { $0.schedule.isDurable = true }

  /// Continues a durable schedule that earlier builds have stored under another name.
  ///
  /// ```swift
  /// #schedule("nightlyReport", on: .daily(at: "02:30"), .durable, .formerly("report")) { … }
  /// ```
  ///
  /// The store keeps the earlier name. While processes of both builds run, they therefore share the
  /// fires, and each fire still runs on one of them. Keep the trait for as long as the store keeps
  /// the schedule. After a second rename, it still names the first name.
  ///
  /// - Parameter name: The name of the task in the build that stored the schedule.
  /// - Returns: The trait.
  public static func formerly(_ name: String) -> TaskTrait {
    TaskTrait { $0.schedule.storedName = name }
  }
}

extension TaskDefinition {
  /// A Boolean value that indicates whether a store decides about the task's fires.
  var isDurable: Bool { properties.schedule.isDurable }

  /// The reason why a task with the trait cannot be durable, or `nil` if it can.
  var durableMisfit: String? {
    guard isDurable else {
      return properties.schedule.storedName.map {
        "it is '.formerly(\"\($0)\")', but no store keeps it; add '.durable', or remove the trait"
      }
    }
    return switch trigger {
    case .event, .notification:
      "it is '.durable', but runs for events of its process; remove the trait"
    case .timer:
      """
      it is '.durable', but a timer counts from the start of its process; give it a date with \
      'at:', or a calendar with 'on:' or 'cron:'
      """
    case .date, .schedule, .unreadable: nil
    }
  }
}

extension TaskError {
  /// Returns the error for a durable schedule without a store.
  static func noStore(_ task: TaskDefinition) -> TaskError {
    TaskError(
      .noStore,
      """
      the task '\(task.name)' is '.durable', but does not run without a store: import TaskStore \
      and call 'try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))' before the launch \
      finishes, or remove '.durable'.
      """,
      tasks: [task.name], at: task.location)
  }
}

/// The pauses between attempts of a task.
///
/// A pause is never negative and at most a hundred years long.
public struct TaskBackoff: Sendable, Hashable {
  private static let longest = Duration.seconds(3_153_600_000)

  private let first: Duration
  private let factor: Double
  private let limit: Duration

  private init(first: Duration, factor: Double, limit: Duration) {
    self.first = max(.zero, first)
    // `max` returns 1 for a factor that is NaN.
    self.factor = max(1, factor)
    self.limit = min(max(.zero, limit), Self.longest)
  }

  /// Retries immediately.
  public static let none = constant(.zero)

  /// Waits for the same time before each further attempt.
  public static func constant(_ delay: Duration) -> TaskBackoff {
    TaskBackoff(first: delay, factor: 1, limit: delay)
  }

  /// Waits longer from attempt to attempt.
  ///
  /// - Parameters:
  ///   - first: The pause before the second attempt.
  ///   - factor: The ratio of each further pause to the previous one, at least 1.
  ///   - limit: The maximum pause.
  /// - Returns: The backoff.
  public static func exponential(
    _ first: Duration, factor: Double = 2, upTo limit: Duration = .seconds(60)
  ) -> TaskBackoff {
    TaskBackoff(first: first, factor: factor, limit: limit)
  }

  /// Returns the pause after this many failed attempts.
  package func delay(afterAttempt failed: Int) -> Duration {
    guard first > .zero, first < limit else { return min(first, limit) }
    let growth = pow(factor, Double(max(1, failed) - 1))
    // Compared as floating-point numbers, because a product of durations may overflow.
    guard first / .seconds(1) * growth < limit / .seconds(1) else { return limit }
    return first * growth
  }
}
