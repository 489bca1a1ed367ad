internal import Synchronization
internal import ToolkitMessages
internal import ToolkitTrace

/// Exports the spans of the process as OTLP, the protocol of OpenTelemetry.
///
/// ```swift
/// let telemetry = try Telemetry(.environment)
/// telemetry.start()
/// …
/// await telemetry.shutdown()
/// ```
///
/// Threads that end spans put them into a queue; a task of its own encodes and exports them in
/// batches.
///
/// - Concurrency: All methods may be called from any thread and any number of times.
public final class Telemetry: Sendable {
  /// A phase of life, with what belongs to it.
  private enum Phase {
    case created
    case started(TraceSinkAttachment, worker: Task<Void, Never>)
    case ended
  }

  /// The settings.
  public let configuration: TelemetryConfiguration

  private let queue: SpanQueue
  private let batcher: SpanBatcher?
  private let timekeeper: Timekeeper
  private let phase = Mutex(Phase.created)

  /// Prepares an export, and opens the file if it goes to one.
  ///
  /// - Parameters:
  ///   - configuration: The destination, the resource and the batches.
  ///   - clock: The clock of delays and timeouts.
  ///   - report: Called with each problem, one that persists once; by default it writes to
  ///     standard error. Called from any thread.
  /// - Throws: ``TelemetryError`` if the file cannot be opened.
  public init(
    _ configuration: TelemetryConfiguration, clock: some Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (TelemetryError) -> Void = { Telemetry.writeMessage(about: $0) }
  ) throws(TelemetryError) {
    self.configuration = configuration
    let timekeeper = Timekeeper(clock)
    let queue = SpanQueue(configuration.batching)
    let exporter = try Self.exporter(for: configuration, timekeeper)
    batcher = exporter.map { exporter in
      SpanBatcher(
        queue, as: TraceRequest(resource: configuration.resource), to: exporter,
        delay: configuration.batching.delay, timekeeper: timekeeper, report: report)
    }
    self.timekeeper = timekeeper
    self.queue = queue
    for problem in configuration.ignored { report(problem) }
  }

  /// Begins to export the spans that end from now on.
  ///
  /// Turns tracing on if it is off, with a ring that keeps nothing: spans only pass through.
  /// Does nothing if the destination is `disabled`, and after the first call.
  public func start() {
    guard let batcher else { return }
    let isFirst = phase.withLock { phase in
      guard case .created = phase else { return false }
      let worker = Task.detached { await batcher.run() }
      phase = .started(Trace.attach(queue), worker: worker)
      return true
    }
    if isFirst, !Trace.isOn { Trace.start(capacity: 0) }
  }

  /// Exports the spans that have ended, and returns when each has arrived or failed.
  ///
  /// Does nothing unless started.
  public func flush() async {
    let isStarted = phase.withLock { phase in
      if case .started = phase { true } else { false }
    }
    if isStarted { await queue.flush() }
  }

  /// Exports the spans that have ended, and takes no further ones.
  ///
  /// Tracing stays on, as it may have other sinks.
  ///
  /// - Parameter timeout: The time after which spans that have not arrived are given up, and
  ///   counted as failed.
  public func shutdown(timeout: Duration = .seconds(10)) async {
    let previous = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    guard case .started(let attachment, let worker) = previous else { return }
    attachment.cancel()
    queue.close()
    let timer = Task.detached { [timekeeper] in
      // A timer that is cancelled has nothing to end.
      guard (try? await timekeeper.sleep(timeout)) != nil else { return }
      worker.cancel()
    }
    await worker.value
    timer.cancel()
  }

  /// The numbers of spans that were exported, dropped, failed and rejected so far.
  public var statistics: TelemetryStatistics { batcher?.statistics ?? TelemetryStatistics() }

  /// Writes a problem to standard error.
  public static func writeMessage(about problem: TelemetryError) {
    StandardError.write("ToolkitTelemetry: \(problem)")
  }

  private static func exporter(
    for configuration: TelemetryConfiguration, _ timekeeper: Timekeeper
  ) throws(TelemetryError) -> (any SpanExporter)? {
    switch configuration.destination {
    case .disabled: nil
    case .file(let file): try FileExporter(file)
    case .collector(let collector):
      HTTPExporter(
        collector, timeLimit: configuration.batching.exportTimeout, timekeeper: timekeeper,
        transport: SessionTransport())
    }
  }
}
