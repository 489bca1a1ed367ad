import ModularityTestSupport
import Synchronization

@testable import ToolkitTelemetry

/// A transport with answers of a test's choice.
final class ScriptedTransport: HTTPTransport {
  /// The outcome of a request.
  enum Outcome: Sendable {
    case answer(HTTPAnswer)
    case failure
    /// No answer until the task is cancelled.
    case silence

    /// An answer of this status.
    static func status(_ status: Int, retryAfter: String? = nil, body: String = "") -> Outcome {
      .answer(HTTPAnswer(status: status, retryAfter: retryAfter, body: Array(body.utf8)))
    }
  }

  /// The times of requests by the clock.
  let times = EventRecorder<Duration>()

  private let outcomes: Mutex<[Outcome]>
  private let clock: ManualClock

  /// Gives these outcomes in turn, the last one again and again.
  init(_ outcomes: [Outcome], clock: ManualClock) {
    self.outcomes = Mutex(outcomes)
    self.clock = clock
  }

  func post(
    _ body: [UInt8], to address: String, headers: [String: String]
  ) async throws -> HTTPAnswer {
    times.record(clock.now.offset)
    let outcome = outcomes.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    switch outcome {
    case .answer(let answer): return answer
    case .failure: throw CurlFailure(description: "no route")
    case .silence:
      try await clock.sleep(for: .seconds(1_000_000))
      throw CurlFailure(description: "late")
    }
  }

  func close() {}
}
