/// The results of a day.
struct DaySummary: Sendable, Hashable {
  /// The figures, a line each.
  let lines: [String]
  /// A Boolean value that indicates whether the day went on to its end.
  let isComplete: Bool
}
