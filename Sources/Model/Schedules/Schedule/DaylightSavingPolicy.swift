/// A policy for local times that a clock change skips or repeats.
public struct DaylightSavingPolicy: Sendable, Hashable, Codable {
  /// A policy for a time that does not exist on a day.
  ///
  /// The examples use 02:30 in a night in which the clocks change from 02:00 to 03:00.
  public enum Gap: String, Sendable, Hashable, Codable, CaseIterable {
    /// Skips the time on that day.
    case skip
    /// Moves the time by the length of the gap, to 03:30.
    ///
    /// The real time since the previous fire is then the same as on any day.
    case shiftForward
    /// Uses the moment of the change, 03:00.
    ///
    /// If several times of the schedule are skipped, it fires once.
    case runAtChange
  }

  /// A policy for a time that occurs twice on a day.
  public enum Fold: String, Sendable, Hashable, Codable, CaseIterable {
    /// Uses the first occurrence.
    case runFirst
    /// Uses the second occurrence.
    case runLast
    /// Uses both occurrences.
    case runBoth
  }

  public var gap: Gap
  public var fold: Fold

  public init(gap: Gap, fold: Fold) {
    self.gap = gap
    self.fold = fold
  }

  /// The policy that fires once a day for each time of day, moving times that do not exist.
  ///
  /// It is the default of schedules with times of day.
  public static let onceADay = DaylightSavingPolicy(gap: .shiftForward, fold: .runFirst)

  /// The policy that follows real time through a change: skipped times do not fire, and repeated
  /// times fire twice.
  ///
  /// It is the default of schedules that repeat within an hour or a day.
  public static let realTime = DaylightSavingPolicy(gap: .skip, fold: .runBoth)
}

extension DaylightSavingPolicy: CustomStringConvertible {
  /// A description of the policy.
  public var description: String {
    "\(gap.sentence); \(fold.sentence)"
  }
}

extension DaylightSavingPolicy.Gap {
  /// A description of the policy.
  var sentence: String {
    switch self {
    case .skip: "a time that does not exist is left out"
    case .shiftForward: "a time that does not exist is moved on by the gap"
    case .runAtChange: "a time that does not exist is moved to the change of the clocks"
    }
  }
}

extension DaylightSavingPolicy.Fold {
  /// A description of the policy.
  var sentence: String {
    switch self {
    case .runFirst: "of a time that comes twice, the first counts"
    case .runLast: "of a time that comes twice, the second counts"
    case .runBoth: "a time that comes twice counts twice"
    }
  }
}
