import Foundation
import HarborContracts

// In the background: the desk opens without waiting for the result, and the main actor
// is free meanwhile. A trigger that is awaited returns when this has ended, too.
#rhea(time: .deskDidOpen, repeatable: true, async: true) {
  let highest = Tide.highest
  let level = highest.level.formatted(.number.precision(.fractionLength(1)).locale(.posix))
  DayLog.say("the highest water of the day comes at \(highest.time), \(level) m")
}

/// The height of the water at the quay.
enum Tide {
  /// When it is highest while the desk is open, and how high.
  static var highest: (time: DayTime, level: Double) {
    let times = (DayTime.opening.minutes...DayTime.closing.minutes).map(DayTime.init(minutes:))
    return times.map { ($0, level(at: $0)) }
      .reduce((DayTime.opening, -.infinity)) { $1.1 > $0.1 ? $1 : $0 }
  }

  /// The level in metres: two tides a day, of which that of the evening is the higher one.
  static func level(at time: DayTime) -> Double {
    let hours = Double(time.minutes - DayTime(18, 15).minutes) / 60
    return 2.4 + 1.6 * cos(2 * .pi * hours / 12) + 0.2 * cos(2 * .pi * hours / 24)
  }
}

extension Locale {
  /// Numbers look the same wherever the machine is.
  fileprivate static let posix = Locale(identifier: "en_US_POSIX")
}
