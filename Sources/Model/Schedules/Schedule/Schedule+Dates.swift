#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Schedule {
  /// The first fire time after a date.
  ///
  /// - Returns: A whole second, later than the date; nothing if there is none in the
  ///   years that schedules know. A combination (``and(_:)``, ``excluding(_:in:)``)
  ///   has none either once it has rejected as many candidates in a row as 400 years
  ///   have days.
  /// - Complexity: O(log *n*) for a zone of *n* changes: no step is taken for what
  ///   lies between.
  public func next(after date: Date) -> Date? {
    next(after: Instants.rounded(down: date)).map(Instants.date)
  }

  /// The last fire time before a date.
  ///
  /// - Returns: A whole second, earlier than the date; nothing if there is none.
  public func previous(before date: Date) -> Date? {
    previous(before: Instants.rounded(up: date)).map(Instants.date)
  }

  /// The first fire times after a date, at most so many.
  public func next(_ count: Int, after date: Date) -> [Date] {
    Array(dates(after: date).prefix(count))
  }

  /// The last fire times before a date, at most so many; the latest first.
  public func previous(_ count: Int, before date: Date) -> [Date] {
    let start = Instants.rounded(up: date)
    return Array(
      sequence(state: start) { instant -> Date? in
        guard let previous = previous(before: instant) else { return nil }
        instant = previous
        return Instants.date(previous)
      }.prefix(count))
  }

  /// The fire times after a date, one after the other as they are asked for.
  public func dates(after date: Date) -> some Sequence<Date> & Sendable {
    ScheduleDates(schedule: self, instant: Instants.rounded(down: date))
  }

  /// All fire times from the first date on that are before the second.
  public func dates(in range: Range<Date>) -> [Date] {
    let before = Instants.rounded(up: range.lowerBound) - 1
    return Array(
      ScheduleDates(schedule: self, instant: before).prefix { $0 < range.upperBound })
  }

  /// Returns whether the schedule fires at this second.
  public func fires(at date: Date) -> Bool {
    let instant = Instants.rounded(down: date)
    return Instants.date(instant) == date && fires(at: instant)
  }
}

/// The fire times of a schedule.
private struct ScheduleDates: Sequence, IteratorProtocol, Sendable {
  let schedule: Schedule
  var instant: Int64

  mutating func next() -> Date? {
    guard let next = schedule.next(after: instant) else { return nil }
    instant = next
    return Instants.date(next)
  }
}
