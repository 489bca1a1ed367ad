#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Sends each request to a collector, again where that may help.
///
/// - Concurrency: May be used from any thread, by several tasks at once.
struct HTTPExporter: RequestExporter {
  /// The outcome of an attempt.
  private enum Outcome {
    case arrived(ExportReceipt)
    case rejected(TelemetryError)
    case retry(TelemetryError, after: Duration?)
  }

  private let signal: TelemetrySignal
  private let collector: TelemetryCollector
  private let timeLimit: Duration
  private let timekeeper: Timekeeper
  private let transport: any HTTPTransport
  private let jitter: @Sendable () -> Double

  /// Sends requests of a signal to a collector, each for a limited time with all its attempts.
  init(
    _ signal: TelemetrySignal = .traces, to collector: TelemetryCollector, timeLimit: Duration,
    timekeeper: Timekeeper, transport: any HTTPTransport,
    jitter: @escaping @Sendable () -> Double = { .random(in: 0.8...1.2) }
  ) {
    self.signal = signal
    self.collector = collector
    self.timeLimit = timeLimit
    self.timekeeper = timekeeper
    self.transport = transport
    self.jitter = jitter
  }

  func export(_ request: [UInt8]) async throws(TelemetryError) -> ExportReceipt {
    let deadline = timekeeper.elapsed() + timeLimit
    var backoff = Backoff()
    while true {
      let remaining = deadline - timekeeper.elapsed()
      switch await attempt(request, within: min(collector.timeout, remaining)) {
      case .arrived(let receipt): return receipt
      case .rejected(let error): throw error
      case .retry(let error, let wish):
        let pause = wish ?? backoff.next(jitter: jitter())
        guard timekeeper.elapsed() + pause < deadline else { throw error }
        do { try await timekeeper.sleep(pause) } catch { throw cancelled }
      }
    }
  }

  func close() { transport.close() }

  private func attempt(_ request: [UInt8], within limit: Duration) async -> Outcome {
    do {
      return judge(try await answer(to: request, within: limit))
    } catch is CancellationError {
      return .rejected(cancelled)
    } catch {
      guard !Task.isCancelled else { return .rejected(cancelled) }
      return .retry(
        TelemetryError(
          .connection,
          """
          \(collector.address) cannot be reached: \(error); check that a collector listens there, \
          and OTEL_EXPORTER_OTLP_ENDPOINT
          """), after: nil)
    }
  }

  /// Returns the answer, or `nil` if there is none in time.
  private func answer(to request: [UInt8], within limit: Duration) async throws -> HTTPAnswer? {
    try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
      group.addTask {
        var headers = collector.headers
        headers["Content-Type"] = "application/json"
        return try await transport.post(request, to: collector.url, headers: headers)
      }
      group.addTask {
        try await timekeeper.sleep(limit)
        return nil
      }
      defer { group.cancelAll() }
      // There are two tasks, so the first result is there.
      return try await group.next() ?? nil
    }
  }

  private func judge(_ answer: HTTPAnswer?) -> Outcome {
    guard let answer else {
      return .retry(
        TelemetryError(
          .connection,
          """
          \(collector.address) did not answer in time; OTEL_EXPORTER_OTLP_TIMEOUT gives it longer
          """), after: nil)
    }
    switch answer.status {
    case 200..<300:
      return .arrived(PartialSuccess.receipt(of: answer.body, for: signal, from: collector))
    case 429, 502, 503, 504:
      let wish = answer.retryAfter.flatMap { Backoff.pause(retryAfter: $0, at: .now) }
      return .retry(rejection(answer.status), after: wish)
    default: return .rejected(rejection(answer.status))
    }
  }

  private func rejection(_ status: Int) -> TelemetryError {
    TelemetryError(
      .rejected,
      """
      \(collector.address) has rejected \(signal.items) with the status \(status); check the \
      collector's log, and that the path and the headers (OTEL_EXPORTER_OTLP_HEADERS) are those it expects
      """)
  }

  private var cancelled: TelemetryError {
    TelemetryError(
      .connection,
      """
      \(signal.items) had not reached \(collector.address) when the shutdown's time was over; give \
      it longer with shutdown(timeout:)
      """)
  }
}
