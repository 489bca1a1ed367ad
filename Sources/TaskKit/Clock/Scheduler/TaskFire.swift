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

  /// The name of the task.
  ///
  /// With ``moment`` it is the identity of the due time, in every process and for every attempt.
  public let task: String

  /// The fencing token of a durable schedule, or `nil` for any other.
  ///
  /// A run that replaces one whose process has died, or has been stopped for too long, has a
  /// greater token. Storage that remembers the greatest token of each due time, and rejects a
  /// smaller one, has each effect once.
  public let token: Int64?

  /// Describes a moment, for a test that calls a task's function itself.
  public init(
    moment: Date, number: Int = 1, coalesced: Int = 0, task: String = "", token: Int64? = nil
  ) {
    self.moment = moment
    self.number = number
    self.coalesced = coalesced
    self.task = task
    self.token = token
  }
}
