import HarborContracts

/// A day at the port, from 06:00 to 22:00.
enum HarborDay {
  /// Has a day pass.
  ///
  /// - Parameters:
  ///   - context: The app that it passes in; told to stop, the day ends early.
  ///   - speed: How many times faster than usual it passes; 1 takes about six seconds.
  ///   - report: Is told of everything that is said, in its order.
  /// - Returns: What came of it.
  /// - Throws: What keeps a day from beginning.
  @MainActor static func run(
    in context: AppContext, speed: Double, report: @escaping @Sendable (DayMoment) -> Void
  ) async throws -> DaySummary {
    let log = SharedRelay.of(.log, default: [])
    let time = SharedRelay.of(.time, default: .opening)
    for hour in 6...22 where !context.isShuttingDown {
      time.set(DayTime(hour))
      if hour == 6 || hour == 22 { DayLog.say(hour == 6 ? "the desk opens" : "the desk closes") }
    }
    for line in log.value { report(DayMoment(line)) }
    return DaySummary(
      lines: ["\(log.value.count) lines in the log"], isComplete: !context.isShuttingDown)
  }
}
