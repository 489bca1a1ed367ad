/// A change in the state of a job, as the process that runs it observes it.
public struct JobChange: Sendable, Hashable {
  /// The state of a job.
  public enum State: Sendable, Hashable {
    /// An attempt starts.
    case running
    /// The job reports its progress, from 0 to 1.
    case progress(Double)
    /// The job succeeded, with a result in JSON.
    case succeeded(result: String?)
    /// The attempt failed, and another one follows after a pause.
    case retried(after: Duration, detail: String)
    /// The job runs again at a later time, or when a signal has arrived, and the attempt does not
    /// count.
    case suspended(signal: String?)
    /// The job failed in its last attempt.
    case failed(detail: String)
    /// The job was cancelled while it ran.
    case cancelled
    /// The process returned the job, and the attempt does not count.
    case returned
  }

  /// The identifier of the job in its store.
  public let id: JobID

  /// The name of the job's declaration.
  public let name: String

  public let queue: String

  /// The number of the attempt, counted from 1.
  public let attempt: Int

  /// The new state of the job.
  public let state: State

  /// Creates a change, for a test of an observer.
  public init(
    id: JobID, name: String, queue: String = "default", attempt: Int = 1, state: State
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.attempt = attempt
    self.state = state
  }

  /// The progress that the job has reported, from 0 to 1, or `nil` for another change.
  public var progress: Double? { if case .progress(let progress) = state { progress } else { nil } }

  /// The result in JSON, if the job has succeeded with a result.
  public var result: String? {
    if case .succeeded(let result) = state { result } else { nil }
  }

  /// The error of a failed attempt.
  public var detail: String? {
    switch state {
    case .retried(_, let detail), .failed(let detail): detail
    default: nil
    }
  }
}

extension JobChange.State {
  /// The name of the state, without its values.
  public var name: String {
    switch self {
    case .running: "running"
    case .progress: "progress"
    case .succeeded: "succeeded"
    case .retried: "retried"
    case .suspended: "suspended"
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
      case .suspended(let signal?): "\(state.name): waits for the signal '\(signal)'"
      default: state.name
      }
    return "\(name) \(id): \(text)"
  }
}

extension JobChange {
  /// Creates a change of a claimed job.
  init(_ claim: JobClaim, _ state: State) {
    self.init(
      id: claim.id, name: claim.name, queue: claim.queue, attempt: claim.attempt, state: state)
  }

  /// Creates the change at the end of an attempt.
  ///
  /// - Parameters:
  ///   - completion: The end of the attempt.
  ///   - isCancelled: Whether the job's cancellation was requested, so that no other attempt
  ///     follows.
  init(_ completion: JobCompletion, isCancelled: Bool) {
    let state: State =
      switch completion.outcome {
      case .succeeded(let result): .succeeded(result: result)
      case .retry where isCancelled, .suspended where isCancelled, .returned where isCancelled:
        .cancelled
      case .retry(let pause, let detail): .retried(after: pause, detail: detail)
      case .suspended(_, let signal): .suspended(signal: signal)
      case .failed(let detail): .failed(detail: detail)
      case .cancelled, .skipped: .cancelled
      case .returned: .returned
      }
    self.init(completion.claim, state)
  }
}
