import Foundation
import Schedules

/// The due times of a task, one after the other: the first step from a schedule to a run.
///
/// Due times are durations since a start that depends on the clock: since 1970 for dates and
/// calendars, since the clock was made for timers.
enum DueTimes: Sendable {
  /// At a fixed rate.
  case rate(FixedRate)
  /// At an interval after the end of each run; the first at a fixed time.
  case delay(Duration, first: Duration)
  /// By a calendar.
  case schedule(Schedule)

  /// Returns the first due time that is not before `start`, or `nil` if there is none.
  func first(from start: Duration) -> Duration? {
    switch self {
    case .rate, .delay: next(after: start - .nanoseconds(1))
    // Its due times are whole seconds, and a date is not exact to the nanosecond.
    case .schedule: next(after: .zero - .seconds((.zero - start).flooredSeconds) - .seconds(1))
    }
  }

  /// Returns the first due time after `now`, or `nil` if there is none.
  func next(after now: Duration) -> Duration? {
    switch self {
    case .rate(let rate):
      let time = rate.time(rate.next(after: now))
      return time > now && time < .never ? time : nil
    case .delay(let interval, let first):
      return first > now ? first : (now + interval)
    case .schedule(let schedule):
      return schedule.next(after: Date(since1970: now)).map(\.since1970)
    }
  }

  /// Counts the due times from one of them until `now`, and returns the latest.
  ///
  /// - Parameters:
  ///   - first: The first of them; it counts also if it is due by an earlier definition.
  ///   - now: The end, inclusive.
  ///   - most: The highest count, from the first on.
  ///   - limit: How many of the latest to return.
  /// - Returns: The count, and the latest in order. Of a calendar, no more than
  ///   ``MissedTimes/most`` are counted.
  func missed(
    from first: Duration, until now: Duration, most: Int?, latest limit: Int
  ) -> MissedTimes {
    guard first <= now else { return MissedTimes(count: 0, latest: []) }
    switch self {
    case .rate(let rate):
      let begin = rate.count(until: first) - 1
      let passed = rate.count(until: now) - begin
      let end = begin + min(passed, most ?? passed)
      let latest = max(begin, end - limit)..<end
      return MissedTimes(
        count: end - begin, latest: latest.map { $0 == begin ? first : rate.time($0) })
    case .delay:
      return MissedTimes(count: 1, latest: [first])
    case .schedule(let schedule):
      var count = 0
      var times: [Duration] = []
      var time: Duration? = first
      while let passed = time, passed <= now, count < most ?? MissedTimes.most {
        count += 1
        times.append(passed)
        time = next(after: passed)
      }
      if most == nil, let time, time <= now {
        // There are more than are counted.
        let end = Date(timeIntervalSince1970: now.flooredSeconds + 1)
        times = schedule.previous(limit, before: end).reversed().map(\.since1970)
      }
      return MissedTimes(count: count, latest: Array(times.suffix(limit)))
    }
  }
}

/// Due times that have passed without a run.
struct MissedTimes: Sendable {
  /// The highest count for a calendar whose number of runs has no limit.
  static let most = 10_000

  var count: Int
  var latest: [Duration]
}
