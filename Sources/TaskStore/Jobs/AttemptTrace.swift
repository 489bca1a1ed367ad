import RecordFormat
import ToolkitTrace

/// The span of one attempt of a job, while tracing is on.
///
/// It links to the span that enqueued the job, which may be of another process or long over; if
/// it is of this process, it is the cause, too.
struct AttemptTrace: Sendable {
  private let token = Trace.begin()

  /// The identifier of the span, for what the attempt causes, or `nil` if tracing is off.
  var id: TraceSpanID? { token.id }

  /// Ends the span.
  func end(_ completion: JobCompletion, of handler: JobHandler) {
    let claim = completion.claim
    // A text that is no link is ignored: a trace never keeps a job from running.
    lazy var origin = claim.traceParent.flatMap(TraceLink.init(traceParent:))
    Trace.end(
      token, claim.name, kind: .job, module: handler.location.module,
      cause: origin?.spanOfThisProcess, links: origin.map { [$0] } ?? [],
      attributes: [
        "id": "\(claim.id)", "queue": claim.queue, "attempt": "\(claim.attempt)",
        "outcome": completion.outcome.name,
      ])
  }
}

extension JobCompletion.Outcome {
  /// The word for it, without what comes with it.
  var name: String {
    switch self {
    case .succeeded: "succeeded"
    case .retry: "retried"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .returned: "returned"
    }
  }
}
