import ToolkitTrace

/// Sends each request to a collector, again where that may help.
///
/// - Concurrency: May be used from any thread, by several tasks at once.
struct HTTPExporter: RequestExporter {
  private let signal: TelemetrySignal
  private let collector: TelemetryCollector
  private let timeLimit: Duration
  private let timekeeper: ErasedClock
  private let transport: any HTTPTransport
  private let jitter: @Sendable () -> Double

  /// Sends requests of a signal to a collector, each for a limited time with all its attempts.
  init(
    _ signal: TelemetrySignal = .traces, to collector: TelemetryCollector, timeLimit: Duration,
    timekeeper: ErasedClock, transport: any HTTPTransport,
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
        let pause = backoff.next(asked: wish, jitter: jitter())
        guard timekeeper.elapsed() + pause < deadline else { throw error }
        do { try await timekeeper.sleep(pause) } catch { throw cancelled }
      }
    }
  }

  func close() { transport.close() }

  private func attempt(_ request: [UInt8], within limit: Duration) async -> ExportVerdict {
    do {
      guard let answer = try await answer(to: request, within: limit) else {
        return .retry(late, after: nil)
      }
      return ExportVerdict(answer, to: signal, from: collector)
    } catch let error as TelemetryError {
      return .rejected(error)
    } catch {
      guard !(error is CancellationError), !Task.isCancelled else { return .rejected(cancelled) }
      return .retry(unreachable(error), after: nil)
    }
  }

  /// Returns the answer, or `nil` if there is none in time.
  private func answer(to request: [UInt8], within limit: Duration) async throws -> HTTPAnswer? {
    try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
      group.addTask {
        var headers = collector.headers
        headers["Content-Type"] = "application/json"
        return try await transport.post(request, to: collector.encodedAddress, headers: headers)
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

  private func unreachable(_ error: any Error) -> TelemetryError {
    TelemetryError(
      .connection,
      """
      \(collector.address) cannot be reached: \(error); check that a collector listens there, and \
      OTEL_EXPORTER_OTLP_ENDPOINT
      """)
  }

  private var late: TelemetryError {
    TelemetryError(
      .connection,
      """
      \(collector.address) did not answer in time; OTEL_EXPORTER_OTLP_TIMEOUT gives it longer
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

/// The sender of requests, which tests replace.
protocol HTTPTransport: Sendable {
  /// Sends a request by `POST`, and returns the answer, whatever its status.
  ///
  /// Throws a ``TelemetryError`` if no request can ever be sent, another error if no answer comes,
  /// and a `CancellationError` as soon as the task is cancelled.
  func post(
    _ body: [UInt8], to address: String, headers: [String: String]
  ) async throws -> HTTPAnswer

  /// Closes connections. Called once no request is on its way.
  func close()
}
