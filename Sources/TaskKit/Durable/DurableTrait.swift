extension TaskTrait {
  /// A scheduled task keeps its due times in a store: across restarts, and for all processes
  /// that share the store together.
  ///
  /// ```swift
  /// #schedule("nightly", cron: "0 30 2 * * *", .durable) { context in … }
  ///
  /// try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))  // import TaskStore
  /// ```
  ///
  /// Each due time runs at least once, by one process at a time, with a token that an effect
  /// can be checked by (``TaskFire/token``). It is for dates and calendars: events and timers
  /// begin with their process.
  public static let durable = TaskTrait { $0.schedule.isDurable = true }
}

extension TaskDefinition {
  /// A Boolean value that indicates whether a store decides about its due times.
  var isDurable: Bool { properties.schedule.isDurable }

  /// Why a task cannot be durable that is to be, or `nil` if nothing is wrong.
  var durableMisfit: String? {
    guard isDurable else { return nil }
    return switch trigger {
    case .event, .notification:
      "it is '.durable' and runs for what happens in its process; remove the trait"
    case .timer:
      """
      it is '.durable', and a timer counts from the start of its process; give it a date, with \
      'at:', or a calendar, with 'on:' or 'cron:'
      """
    case .date, .schedule, .unreadable: nil
    }
  }
}

extension TaskError {
  /// A durable schedule has no store.
  static func noStore(_ task: TaskDefinition) -> TaskError {
    TaskError(
      .noStore,
      """
      the task '\(task.name)' is '.durable' and does not run, as there is no store: import \
      TaskStore and call 'try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))' before \
      the launch is over, or remove '.durable'.
      """,
      tasks: [task.name], at: task.location)
  }
}
