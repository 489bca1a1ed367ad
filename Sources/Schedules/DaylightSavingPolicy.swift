/// What becomes of a time of day that a change of the clocks leaves out, or has
/// twice.
public struct DaylightSavingPolicy: Sendable, Hashable, Codable {
  /// What to do about a time that does not exist on a day.
  public enum Gap: String, Sendable, Hashable, Codable, CaseIterable {
    /// Leave it out on that day.
    case skip
    /// Take the moment that comes as long after the change as the time is after
    /// the beginning of the gap: 02:30 becomes 03:30.
    case shiftForward
  }

  /// What to do about a time that comes twice on a day.
  public enum Fold: String, Sendable, Hashable, Codable, CaseIterable {
    /// Take the first of the two.
    case runOnce
    /// Take both.
    case runBoth
  }

  public var gap: Gap
  public var fold: Fold

  public init(gap: Gap, fold: Fold) {
    self.gap = gap
    self.fold = fold
  }
}
