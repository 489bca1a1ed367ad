/// A shortage of memory.
public struct MemoryPressure: Sendable, Hashable {
  /// The urgency of a shortage.
  public enum Level: Sendable, Hashable, Comparable {
    /// Tasks wait for memory now and then: give back what is cheap to rebuild.
    case warning
    /// All tasks wait, or a limit has been hit: give back all you can.
    case critical
  }

  /// The urgency of the shortage.
  public let level: Level

  /// The share of the last ten seconds in which at least one task waited for
  /// memory, from 0 to 1; nil where the system does not say.
  public let stalledShare: Double?

  /// Makes a value, for simulation.
  public init(level: Level, stalledShare: Double? = nil) {
    self.level = level
    self.stalledShare = stalledShare
  }
}
