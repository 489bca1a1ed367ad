#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The form of dates in headers of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date, or returns `nil` if the text has another form.
  static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3])
    else { return nil }
    let time = words[4].split(separator: ":").map { Int($0) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      (1...31).contains(day), (1...9_999).contains(year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return Calendar(identifier: .gregorian).date(
      from: DateComponents(
        timeZone: .gmt, year: year, month: month + 1, day: day, hour: hour, minute: minute,
        second: second))
  }
}
