import Foundation
import Schedules

/// The moment of a text such as `2024-03-31 01:30` in UTC, as it is written in the tests:
/// one that is none is a mistake of theirs.
func utc(_ text: String) -> Date {
  guard let date = moment(text, offset: 0) else { fatalError("'\(text)' is no moment") }
  return date
}

/// A moment as local time with its offset: `2024-03-31 03:30 +02:00`.
func local(_ date: Date?, in zone: ScheduleZone) -> String {
  guard let date else { return "none" }
  let (day, time) = zone.localTime(at: date)
  let offset = zone.offset(at: date)
  let hours = String(format: "%02d:%02d", abs(offset) / 3600, abs(offset) / 60 % 60)
  return "\(day) \(time) \(offset < 0 ? "-" : "+")\(hours)"
}

private func moment(_ text: String, offset: Int) -> Date? {
  let parts = text.split(separator: " ")
  guard parts.count == 2, let day = try? CalendarDate(parsing: String(parts[0])),
    let time = try? TimeOfDay(parsing: String(parts[1]))
  else { return nil }
  return Date(timeIntervalSince1970: Double(day.dayNumber * 86_400 + time.secondOfDay - offset))
}
