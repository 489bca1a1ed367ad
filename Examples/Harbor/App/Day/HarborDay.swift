import Foundation
import HarborContracts

/// A day at the port, from 06:00 to 22:00.
enum HarborDay {
  /// The duration of a minute of the day at a speed of 1: six seconds are a day.
  private static let minute = Duration.milliseconds(6250) / 1000

  /// The store of jobs, unless a command has asked for one that outlives the process.
  @MainActor private static var ownStore: SQLiteStore?

  /// One for all days, so that it misses nothing between two of them.
  @MainActor private static var quiet: Quiet?

  /// Has schedules go by the clock of the day.
  ///
  /// To be called before the launch: they would begin by the clock of the system.
  static func prepare() {
    TaskManager.shared.clock = .clock(DayClock.shared, startingAt: date(after: 0))
  }

  /// The date so many seconds after the opening, on the first of June 2026 at 06:00 UTC.
  static func date(after seconds: TimeInterval) -> Date {
    Date(timeIntervalSince1970: 1_780_293_600 + seconds)
  }

  /// Has a day pass; when one has passed already, the next.
  ///
  /// - Parameters:
  ///   - context: The app that it passes in; asked to stop, the day ends early.
  ///   - speed: How many times faster than usual it passes; 1 takes about six seconds.
  ///   - report: Called with everything that is said, in its order.
  /// - Returns: What came of it.
  /// - Throws: What keeps a day from beginning, or an error of the store.
  @MainActor static func run(
    in context: AppContext, speed: Double, report: @escaping @Sendable (DayMoment) -> Void
  ) async throws -> DaySummary {
    if await TaskManager.shared.storeSummary == nil {
      ownStore = try await TaskManager.shared.use(.memory())
    }
    // The milestone is the desk's own: every module says which of its tasks come before.
    try await TaskManager.shared.reach(.deskIsReady)
    // What fails in a task is part of the day, and said like all else.
    let errorHandler = TaskManager.shared.errorHandler
    TaskManager.shared.errorHandler = { error in
      // On the main actor, where all is said in one order.
      Task { @MainActor in DayLog.say("given up: \(error.message)") }
    }

    let quiet = if let quiet { quiet } else { try await Quiet(store: ownStore) }
    self.quiet = quiet
    let course = DayCourse(
      pace: speed > 0 && speed.isFinite ? minute / speed : .zero,
      quiet: quiet, isStopping: { context.isShuttingDown }, report: report)
    try await course.begin()
    for happening in OutsideWorld.happenings where !context.isShuttingDown {
      try await course.pass(until: happening.time)
      if !context.isShuttingDown { try await course.have(happening.happen) }
    }
    let isComplete = !context.isShuttingDown
    if isComplete {
      TaskManager.shared.errorHandler = errorHandler
    } else {
      // The app waits for its tasks before it ends.
      DayClock.shared.cancelWaitingTasks()
    }
    return summary(isComplete: isComplete)
  }

  private static func summary(isComplete: Bool) -> DaySummary {
    let cleared = SharedRelay.of(.cleared, default: []).value.count
    let revenue = SharedRelay.of(.revenue, default: 0).value
    let carried = Bridge.wires.reduce(0) { $0 + $1.deliveryCount }
    return DaySummary(
      lines: [
        "\(cleared) containers cleared, \(revenue) euros billed",
        "\(Bridge.wires.count) wires carried \(carried) values",
        "\(SharedRelay.of(.log, default: []).value.count) lines in the log",
      ], isComplete: isComplete)
  }
}
