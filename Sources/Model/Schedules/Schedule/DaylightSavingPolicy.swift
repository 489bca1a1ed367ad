/// A policy for local times that a change of the clocks leaves out, or has twice.
public struct DaylightSavingPolicy: Sendable, Hashable, Codable {
  /// A policy for a time that does not exist on a day.
  ///
  /// The examples are of a night in which 02:00 becomes 03:00, and of 02:30.
  public enum Gap: String, Sendable, Hashable, Codable, CaseIterable {
    /// Leave it out on that day.
    case skip
    /// Move it on by the length of the gap, to 03:30: as long after the last time
    /// before it as on any day.
    case shiftForward
    /// Take the moment of the change, 03:00; however many times of the schedule
    /// are left out, it fires once.
    case runAtChange
  }

  /// A policy for a time that comes twice on a day.
  public enum Fold: String, Sendable, Hashable, Codable, CaseIterable {
    /// Take the first of the two.
    case runFirst
    /// Take the second of the two.
    case runLast
    /// Take both.
    case runBoth
  }

  public var gap: Gap
  public var fold: Fold

  public init(gap: Gap, fold: Fold) {
    self.gap = gap
    self.fold = fold
  }

  /// Every time of day is kept once a day, moved on where it does not exist.
  ///
  /// The default of schedules that name times of day.
  public static let onceADay = DaylightSavingPolicy(gap: .shiftForward, fold: .runFirst)

  /// Time runs on through the change: nothing is made up for what the clocks leave
  /// out, and what they show twice counts twice.
  ///
  /// The default of schedules that repeat within the hour or the day.
  public static let realTime = DaylightSavingPolicy(gap: .skip, fold: .runBoth)
}

extension DaylightSavingPolicy: CustomStringConvertible {
  /// The policy in words.
  public var description: String {
    "\(gap.sentence); \(fold.sentence)"
  }
}

extension DaylightSavingPolicy.Gap {
  /// The policy in words.
  var sentence: String {
    switch self {
    case .skip: "a time that does not exist is left out"
    case .shiftForward: "a time that does not exist is moved on by the gap"
    case .runAtChange: "a time that does not exist is moved to the change of the clocks"
    }
  }
}

extension DaylightSavingPolicy.Fold {
  /// The policy in words.
  var sentence: String {
    switch self {
    case .runFirst: "of a time that comes twice, the first counts"
    case .runLast: "of a time that comes twice, the second counts"
    case .runBoth: "a time that comes twice counts twice"
    }
  }
}
