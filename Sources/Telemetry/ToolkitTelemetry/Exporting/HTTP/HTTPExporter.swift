import ToolkitTrace

/// Sends each request to a collector, and repeats it if this can help.
///
/// - Concurrency: Can be used from any thread, and by several tasks at the same time.
struct HTTPExporter: RequestExporter {
  private let signal: TelemetrySignal
  private let collector: TelemetryCollector
  private let timeLimit: Duration
  private let timekeeper: ErasedClock
  private let transport: any HTTPTransport
  private let jitter: @Sendable () -> Double

  /// Creates an exporter that sends requests of a signal to a collector.
  ///
  /// The time limit applies to all attempts of a request together.
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

  /// Returns the response, or `nil` if it does not arrive in time.
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
      // The group has two tasks, so a first result exists.
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
      \(collector.address) did not answer in time; raise OTEL_EXPORTER_OTLP_TIMEOUT
      """)
  }

  private var cancelled: TelemetryError {
    TelemetryError(
      .connection,
      """
      \(signal.items) had not reached \(collector.address) when the shutdown timed out; raise the \
      limit with shutdown(timeout:)
      """)
  }
}

/// Sends requests.
///
/// Tests replace it.
protocol HTTPTransport: Sendable {
  /// Sends a request with `POST`, and returns the response, regardless of its status.
  ///
  /// It throws a ``TelemetryError`` if no request can ever be sent, another error if no response
  /// arrives, and a `CancellationError` when the task is cancelled.
  func post(
    _ body: [UInt8], to address: String, headers: [String: String]
  ) async throws -> HTTPAnswer

  /// Closes connections.
  ///
  /// No request may be active.
  func close()
}
