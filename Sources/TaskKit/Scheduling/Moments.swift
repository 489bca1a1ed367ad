import Foundation
import Schedules

/// The moments at which a task is due, one after the other.
///
/// Moments are durations since whatever their clock counts from: since 1970 for dates and
/// calendars, since the clock was made for timers.
enum Moments: Sendable {
  /// At even distances.
  case rate(FixedRate)
  /// So long after a run has ended; the first at a moment.
  case delay(Duration, first: Duration)
  /// As a calendar has them.
  case schedule(Schedule)

  /// The first moment that is not before `start`; nothing if there is none.
  func first(from start: Duration) -> Duration? {
    switch self {
    case .rate, .delay: next(after: start - .nanoseconds(1))
    // Its moments are whole seconds, and a date is not exact to the nanosecond.
    case .schedule: next(after: -.seconds((-start).flooredSeconds) - .seconds(1))
    }
  }

  /// The first moment after `now`; nothing if there is none.
  func next(after now: Duration) -> Duration? {
    switch self {
    case .rate(let rate):
      let moment = rate.moment(rate.next(after: now))
      return moment > now && moment < .never ? moment : nil
    case .delay(let interval, let first):
      return first > now ? first : (now + interval)
    case .schedule(let schedule):
      return schedule.next(after: Date(since1970: now)).map(\.since1970)
    }
  }

  /// How many moments there are from one of them until `now`, and the latest of them.
  ///
  /// - Parameters:
  ///   - first: The first of them.
  ///   - now: None is after this.
  ///   - most: No more than so many from the first on.
  ///   - limit: How many of the latest are wanted.
  /// - Returns: How many there are, and the latest, in their order. Of a calendar's, only
  ///   so many are counted as somebody can want to know.
  func passed(
    from first: Duration, until now: Duration, most: Int?, latest limit: Int
  ) -> PassedMoments {
    guard first <= now else { return PassedMoments(count: 0, latest: []) }
    switch self {
    case .rate(let rate):
      let begin = rate.count(until: first) - 1
      let passed = rate.count(until: now) - begin
      let end = begin + min(passed, most ?? passed)
      let latest = max(begin, end - limit)..<end
      return PassedMoments(count: end - begin, latest: latest.map(rate.moment))
    case .delay:
      return PassedMoments(count: 1, latest: [first])
    case .schedule(let schedule):
      var count = 0
      var moments: [Duration] = []
      var moment: Duration? = first
      while let passed = moment, passed <= now, count < most ?? PassedMoments.most {
        count += 1
        moments.append(passed)
        moment = next(after: passed)
      }
      if most == nil, let moment, moment <= now {
        // There are more than are counted.
        let end = Date(timeIntervalSince1970: now.flooredSeconds + 1)
        moments = schedule.previous(limit, before: end).reversed().map(\.since1970)
      }
      return PassedMoments(count: count, latest: Array(moments.suffix(limit)))
    }
  }
}

/// Moments that have come without a run.
struct PassedMoments: Sendable {
  /// The most that is counted of a calendar's if nobody needs to know more.
  static let most = 10_000

  var count: Int
  var latest: [Duration]
}

extension Duration {
  /// So far away that it never comes, with room to add to it: a million years.
  static let never = Duration.seconds(31_556_952_000_000)
}

extension Duration {
  /// The whole seconds in it, begun ones left out.
  fileprivate var flooredSeconds: Double {
    let (seconds, rest) = components
    return Double(rest < 0 ? seconds - 1 : seconds)
  }

  fileprivate static prefix func - (duration: Duration) -> Duration { .zero - duration }
}

extension Duration {
  /// So many seconds, rounded to nanoseconds.
  init(rounding seconds: Double) {
    let whole = seconds.rounded(.down)
    self = .seconds(Int64(whole)) + .nanoseconds(Int64(((seconds - whole) * 1e9).rounded()))
  }
}

extension Date {
  /// The date of a moment that is counted since 1970.
  init(since1970 moment: Duration) {
    let (seconds, attoseconds) = moment.components
    self.init(timeIntervalSince1970: Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// How much later than the beginning of 1970 it is.
  var since1970: Duration {
    // What is further away than anybody computes with counts as that.
    Duration(rounding: min(max(timeIntervalSince1970, -1e12), 1e12))
  }
}
