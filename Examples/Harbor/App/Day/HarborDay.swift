import HarborContracts

/// Something that somebody said in the course of the day.
struct DayMoment: Sendable {
  let time: String
  let module: String
  let text: String
  let fraction: Double
}

/// What came of a day.
struct DaySummary: Sendable {
  let lines: [String]
  let isComplete: Bool
}

/// A day at the port.
enum HarborDay {
  /// Has a day pass in which the desk opens and closes.
  @MainActor static func run(
    in context: AppContext, speed: Double, report: @escaping @Sendable (DayMoment) -> Void
  ) async throws -> DaySummary {
    report(DayMoment(time: "06:00", module: "Harbor", text: "the desk opens", fraction: 0))
    try await Task.sleep(for: .seconds(1) / speed)
    report(DayMoment(time: "22:00", module: "Harbor", text: "the desk closes", fraction: 1))
    return DaySummary(lines: ["2 lines in the log"], isComplete: !context.isShuttingDown)
  }
}
