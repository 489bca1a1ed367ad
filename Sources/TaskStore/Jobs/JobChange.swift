/// A step in the life of a job, as the process that runs it sees it.
public struct JobChange: Sendable, Hashable {
  /// The state of a job.
  public enum State: Sendable, Hashable {
    /// An attempt begins.
    case running
    /// It reports how far it has come, from 0 to 1.
    case progress(Double)
    /// The job is done, with a result in JSON.
    case succeeded(result: String?)
    /// The attempt failed, and there is another one after a pause.
    case retried(after: Duration, detail: String)
    /// The job failed in its last attempt.
    case failed(detail: String)
    /// It was cancelled while it ran.
    case cancelled
    /// The process has given it back, and the attempt does not count.
    case returned
  }

  /// Identifies the job in its store.
  public let id: JobID

  /// The name of the job's declaration.
  public let name: String

  public let queue: String

  /// The number of the attempt, counted from 1.
  public let attempt: Int

  /// The new state of the job.
  public let state: State

  /// Describes a step, for a test of what an observer does.
  public init(
    id: JobID, name: String, queue: String = "default", attempt: Int = 1, state: State
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.attempt = attempt
    self.state = state
  }

  /// The progress that the job has reported, from 0 to 1, or `nil` if that is not the change.
  public var progress: Double? { if case .progress(let progress) = state { progress } else { nil } }

  /// The result in JSON, if the job has succeeded and returned one.
  public var result: String? {
    if case .succeeded(let result) = state { result } else { nil }
  }

  /// The error of an attempt that failed.
  public var detail: String? {
    switch state {
    case .retried(_, let detail), .failed(let detail): detail
    default: nil
    }
  }
}

extension JobChange.State {
  /// The word for it, without what comes with it.
  public var name: String {
    switch self {
    case .running: "running"
    case .progress: "progress"
    case .succeeded: "succeeded"
    case .retried: "retried"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .returned: "returned"
    }
  }
}

extension JobChange: CustomStringConvertible {
  /// The name, the identifier and the state: `SendInvoice 7: failed: no connection`.
  public var description: String {
    let text =
      switch state {
      case .progress(let fraction): "progress \(Int((fraction * 100).rounded()))%"
      case .retried(_, let detail), .failed(let detail): "\(state.name): \(detail)"
      default: state.name
      }
    return "\(name) \(id): \(text)"
  }
}

extension JobChange {
  /// Describes a change of a job that is claimed.
  init(_ claim: JobClaim, _ state: State) {
    self.init(
      id: claim.id, name: claim.name, queue: claim.queue, attempt: claim.attempt, state: state)
  }

  /// Describes the end of an attempt.
  ///
  /// - Parameters:
  ///   - completion: The end of the attempt.
  ///   - isCancelled: Whether the job is to be cancelled, so that there is no other attempt.
  init(_ completion: JobCompletion, isCancelled: Bool) {
    let state: State =
      switch completion.outcome {
      case .succeeded(let result): .succeeded(result: result)
      case .retry where isCancelled, .snoozed where isCancelled, .returned where isCancelled:
        .cancelled
      case .retry(let pause, let detail): .retried(after: pause, detail: detail)
      case .snoozed(let pause): .retried(after: pause, detail: "snoozed")
      case .failed(let detail): .failed(detail: detail)
      case .cancelled: .cancelled
      case .returned: .returned
      }
    self.init(completion.claim, state)
  }
}
