/// The times of a day that a rule names.
struct TimeRule: Sendable, Hashable {
  /// The seconds of a minute.
  var seconds: UInt64 = 1
  /// The minutes of an hour.
  var minutes: UInt64
  /// The hours of a day.
  var hours: UInt32

  /// The first time of every day.
  var first: Int {
    3600 * hours.trailingZeroBitCount + 60 * minutes.trailingZeroBitCount
      + seconds.trailingZeroBitCount
  }

  /// The last time of every day.
  var last: Int {
    3600 * (31 - hours.leadingZeroBitCount) + 60 * (63 - minutes.leadingZeroBitCount)
      + 63 - seconds.leadingZeroBitCount
  }

  /// The first time of a day that is not before this one.
  func first(atOrAfter secondOfDay: Int) -> Int? {
    let hour = secondOfDay / 3600
    if hours.hasBit(hour) {
      let minute = secondOfDay / 60 % 60
      if minutes.hasBit(minute), let second = seconds.firstBit(atOrAbove: secondOfDay % 60) {
        return 3600 * hour + 60 * minute + second
      }
      if let later = minutes.firstBit(atOrAbove: minute + 1) {
        return 3600 * hour + 60 * later + seconds.trailingZeroBitCount
      }
    }
    guard let later = hours.firstBit(atOrAbove: hour + 1) else { return nil }
    return 3600 * later + 60 * minutes.trailingZeroBitCount + seconds.trailingZeroBitCount
  }

  /// The last time of a day that is not after this one.
  func last(atOrBefore secondOfDay: Int) -> Int? {
    let hour = secondOfDay / 3600
    if hours.hasBit(hour) {
      let minute = secondOfDay / 60 % 60
      if minutes.hasBit(minute), let second = seconds.lastBit(atOrBelow: secondOfDay % 60) {
        return 3600 * hour + 60 * minute + second
      }
      if let earlier = minutes.lastBit(atOrBelow: minute - 1) {
        return 3600 * hour + 60 * earlier + 63 - seconds.leadingZeroBitCount
      }
    }
    guard let earlier = hours.lastBit(atOrBelow: hour - 1) else { return nil }
    return 3600 * earlier + 60 * (63 - minutes.leadingZeroBitCount)
      + 63 - seconds.leadingZeroBitCount
  }
}
