public import Foundation

/// A due time of a scheduled task, for which it runs.
public struct TaskFire: Sendable, Hashable {
  /// When the task was due.
  ///
  /// It is the same however late the run begins: with the task's name, it tells this run
  /// from all others.
  public let moment: Date

  /// The number of runs that the clock has begun of the task, this one included.
  public let number: Int

  /// The number of earlier due times, passed without a run, for which this run stands too.
  public let coalesced: Int

  /// Describes a moment, for a test that calls a task's function itself.
  public init(moment: Date, number: Int = 1, coalesced: Int = 0) {
    self.moment = moment
    self.number = number
    self.coalesced = coalesced
  }
}
