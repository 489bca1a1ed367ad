public import TaskKit

/// A task that a process can run.
public struct ClaimableTask: Sendable, Hashable {
  public var name: String

  /// The maximum number of runs at once, in all processes.
  public var width: Int

  /// Creates a claimable task.
  public init(name: String, width: Int = 1) {
    self.name = name
    self.width = width
  }
}

/// A due time that an owner has claimed, for the time of a lease.
public struct TaskClaim: Sendable, Hashable {
  public var task: String
  public var dueTime: TaskTime

  /// The number of the run, counted from 1.
  public var number: Int

  /// The number of earlier due times that this run stands for, too.
  public var coalesced: Int

  /// The process that has claimed it.
  public var owner: String

  /// Greater than those of all earlier claims of the store.
  public var token: Int64

  /// The number of claims of this due time so far, this one included, and without those that
  /// were given back.
  public var count: Int

  /// When it was claimed, by the store's clock.
  public var begun: TaskTime

  /// Creates a claim from its parts.
  public init(
    task: String, dueTime: TaskTime, number: Int, coalesced: Int = 0, owner: String, token: Int64,
    count: Int = 1, begun: TaskTime
  ) {
    self.task = task
    self.dueTime = dueTime
    self.number = number
    self.coalesced = coalesced
    self.owner = owner
    self.token = token
    self.count = count
    self.begun = begun
  }
}

/// The end of a run.
public struct TaskCompletion: Sendable, Hashable {
  public var claim: TaskClaim
  public var state: LedgerRecord.State

  /// The error, or the reason why the task was skipped.
  public var detail: String?

  /// Creates a completion: with the state `succeeded` or that of another end, or with `due` to
  /// give the due time back to be claimed by others.
  public init(claim: TaskClaim, state: LedgerRecord.State, detail: String? = nil) {
    self.claim = claim
    self.state = state
    self.detail = detail
  }
}
