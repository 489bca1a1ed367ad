/// Numbers in words that are short enough for a table.
///
/// They come from another process: each has a text, whatever it is.
enum FrameNumbers {
  /// A duration, of so many seconds: `12 ms`, `1.5 s`, `40 min`; a dash if there is none.
  static func duration(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "–" }
    return switch max(0, seconds) {
    case ..<0.9995: "\(whole(seconds * 1_000)) ms"
    case ..<9.95: "\(tenths(seconds)) s"
    case ..<120: "\(whole(seconds)) s"
    case ..<7_200: "\(whole(seconds / 60)) min"
    case ..<172_800: "\(whole(seconds / 3_600)) h"
    default: "\(whole(seconds / 86_400)) d"
    }
  }

  /// A rate, of so many a second: `120/s`, or `3/min` if it is low.
  static func rate(_ perSecond: Double) -> String {
    guard perSecond.isFinite, perSecond > 0 else { return "0/s" }
    if perSecond < 1 { return "\(tenths(perSecond * 60))/min" }
    return perSecond < 10 ? "\(tenths(perSecond))/s" : "\(whole(perSecond))/s"
  }

  /// A bar and a percentage, for a progress from 0 to 1; nothing if there is none.
  static func progress(_ fraction: Double?) -> String {
    guard let fraction, fraction.isFinite else { return "" }
    let part = min(max(fraction, 0), 1)
    let done = Int((part * 10).rounded(.down))
    return String(repeating: "█", count: done) + String(repeating: "░", count: 10 - done)
      + " \(Int((part * 100).rounded(.down))) %"
  }

  private static func whole(_ number: Double) -> Int { Int(min(max(0, number), 1e15).rounded()) }

  /// A number with one digit behind the point, or none if that is zero.
  private static func tenths(_ number: Double) -> String {
    let tenths = whole(number * 10)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
