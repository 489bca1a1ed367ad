import Schedules
import SourceInspection

extension EditorAnswers {
  /// Returns the time zones whose names have what is typed.
  func zoneCompletions(_ typed: TypedText) -> [Completion] {
    let match = FuzzyMatch(typed.before)
    return zones.names().compactMap { name in match.score(name).map { (name, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .prefix(Self.mostCompletions)
      .map { name, _ in
        Completion(
          label: name, range: typed.range, newText: name, role: .timeZone, detail: "time zone")
      }
  }

  /// Returns the full and half hours of a day that begin as the typed text does.
  func calendarCompletions(_ typed: TypedText) -> [Completion] {
    (0..<48).map { TimeOfDay(secondOfDay: $0 * 1_800).description }
      .filter { $0.hasPrefix(typed.before) }
      .map { time in
        Completion(
          label: time, range: typed.range, newText: time, role: .calendar, detail: "time of day")
      }
  }
}
