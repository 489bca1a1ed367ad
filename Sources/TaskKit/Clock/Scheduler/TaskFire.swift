public import Foundation

/// What a scheduled task runs for: one of its moments.
public struct TaskFire: Sendable, Hashable {
  /// When the task was due.
  ///
  /// It is the same however late the run begins: with the task's name, it tells this run
  /// from all others.
  public let moment: Date

  /// How many times the task has run for the clock with this one.
  public let number: Int

  /// How many earlier moments the run stands for as well, which had passed without one.
  public let coalesced: Int

  /// Describes a moment, for a test that calls a task's function itself.
  public init(moment: Date, number: Int = 1, coalesced: Int = 0) {
    self.moment = moment
    self.number = number
    self.coalesced = coalesced
  }
}
