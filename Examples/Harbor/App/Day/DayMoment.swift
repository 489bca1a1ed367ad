import HarborContracts

/// A line that a module said in the course of the day.
struct DayMoment: Sendable, Hashable {
  /// When, as the clock of the day shows it: `06:30`.
  let time: String
  /// The module that speaks: `Berths`, `Cargo` and so on.
  let module: String
  /// The text of the line.
  let text: String
  /// The part of the day that had passed, from 0 to 1.
  let fraction: Double

  /// The moment of a line of the log.
  init(_ line: DayLine) {
    time = "\(line.time)"
    module = line.module
    text = line.text
    let opening = DayTime.opening.minutes
    let passed = Double(line.time.minutes - opening)
    fraction = min(max(passed / Double(DayTime.closing.minutes - opening), 0), 1)
  }
}
