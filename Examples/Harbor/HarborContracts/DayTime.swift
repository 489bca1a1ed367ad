/// A time of the simulated day.
///
/// The day has a clock of its own: what the modules say depends on it and never on how
/// fast the machine is.
public struct DayTime: Sendable, Hashable, Comparable, Codable {
  /// Minutes since midnight.
  public let minutes: Int

  /// Makes a time of so many minutes since midnight.
  public init(minutes: Int) {
    self.minutes = minutes
  }

  /// Makes a time from hours and minutes, as a clock shows them.
  public init(_ hour: Int, _ minute: Int = 0) {
    minutes = hour * 60 + minute
  }

  /// When the desk opens, and when it closes.
  public static let opening = DayTime(6)
  public static let closing = DayTime(22)

  public static func < (left: DayTime, right: DayTime) -> Bool { left.minutes < right.minutes }

  /// A time that is so many minutes later.
  public func later(by minutes: Int) -> DayTime { DayTime(minutes: self.minutes + minutes) }
}

extension DayTime: CustomStringConvertible {
  /// The time as a clock shows it: `06:30`.
  public var description: String { "\(Self.digits(minutes / 60)):\(Self.digits(minutes % 60))" }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension RelayKey<DayTime> {
  /// The time at the desk; the day sets it.
  public static var time: Self { Self("day.time") }
}
