/// What came of a day.
struct DaySummary: Sendable, Hashable {
  /// The figures, a line each.
  let lines: [String]
  /// Whether the day went on to its end, rather than being told to stop.
  let isComplete: Bool
}
