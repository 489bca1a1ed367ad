internal import Synchronization
internal import ToolkitTrace

/// Exports the spans, metrics and log records of the process as OTLP, the protocol of
/// OpenTelemetry.
///
/// ```swift
/// let telemetry = try Telemetry(.environment)
/// telemetry.start()
/// …
/// await telemetry.shutdown()
/// ```
///
/// Threads that end spans put them into a queue, and so do those that write log records; a task
/// for each signal encodes and exports them in batches. Metrics are collected periodically.
///
/// - Concurrency: All methods may be called from any thread and any number of times.
public final class Telemetry: Sendable {
  /// A phase of life, with what belongs to it.
  private enum Phase {
    case created
    case started(TraceSinkAttachment?, workers: [Task<Void, Never>])
    case ended
  }

  /// The settings.
  public let configuration: TelemetryConfiguration

  /// The sink of log records to export; it ignores them if their destination is `disabled`.
  ///
  /// It keeps records also before ``start()``, as many as the queue has room for.
  public let logSink: any LogSink

  private let exports: [TelemetrySignal: any SignalExport]
  private let spans: BatchQueue<TraceSpan>
  private let timekeeper: Timekeeper
  private let phase = Mutex(Phase.created)

  /// Prepares an export, and opens the files if it goes to some.
  ///
  /// - Parameters:
  ///   - configuration: The destinations, the resource and the batches.
  ///   - metrics: Returns the current values of metrics, counted since the start of the process or
  ///     of the telemetry. A task calls it at each interval; it should return early when that task
  ///     is cancelled. Without it no metrics are exported.
  ///   - clock: The clock of delays, intervals and timeouts.
  ///   - report: Called with each problem, one that persists once; by default it writes to
  ///     standard error. Called from any thread.
  /// - Throws: ``TelemetryError`` if a file cannot be opened, or is that of two signals.
  public init(
    _ configuration: TelemetryConfiguration,
    metrics: (@Sendable () async -> [Metric])? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (TelemetryError) -> Void = { Telemetry.writeMessage(about: $0) }
  ) throws(TelemetryError) {
    try configuration.checkFiles()
    let timekeeper = Timekeeper(clock)
    let factory = ExportFactory(configuration, timekeeper: timekeeper, report: report)
    let spans = BatchQueue<TraceSpan>(configuration.batching)
    let records = BatchQueue<LogRecord>(configuration.logs.batching)
    let made = [
      TelemetrySignal.traces: try factory.traces(spans), .logs: try factory.logs(records),
      .metrics: try metrics.flatMap(factory.metrics),
    ]
    exports = made.compactMapValues(\.self)
    logSink = exports[.logs] == nil ? DisabledLogSink() : ExportLogSink(records)
    self.configuration = configuration
    self.spans = spans
    self.timekeeper = timekeeper
    for problem in configuration.ignored { report(problem) }
  }

  /// Begins to export the spans that end from now on, metrics, and log records.
  ///
  /// Turns tracing on if spans have a destination and it is off, with a ring that keeps nothing:
  /// spans only pass through. Does nothing for signals whose destination is `disabled`, and after
  /// the first call.
  public func start() {
    let isFirst = phase.withLock { phase in
      guard case .created = phase, !exports.isEmpty else { return false }
      let workers = exports.values.map { export in Task.detached { await export.run() } }
      phase = .started(tracesSpans ? Trace.attach(spans) : nil, workers: workers)
      return true
    }
    if isFirst, tracesSpans, !Trace.isOn { Trace.start(capacity: 0) }
  }

  /// Exports the spans that have ended, the log records and the values of metrics, and returns
  /// when each has arrived or failed.
  ///
  /// Does nothing unless started.
  public func flush() async {
    let isStarted = phase.withLock { phase in
      if case .started = phase { true } else { false }
    }
    guard isStarted else { return }
    await withTaskGroup { group in
      for export in exports.values { group.addTask { await export.flush() } }
    }
  }

  /// Exports the spans that have ended, the log records and the last values of metrics, and ends
  /// the export.
  ///
  /// Tracing stays on, as it may have other sinks.
  ///
  /// - Parameter timeout: The time after which items that have not arrived are given up, and
  ///   counted as failed.
  public func shutdown(timeout: Duration = .seconds(10)) async {
    let previous = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    guard case .started(let attachment, let workers) = previous else { return }
    attachment?.cancel()
    for export in exports.values { export.close() }
    let timer = Task.detached { [timekeeper] in
      // A timer that is cancelled has nothing to end.
      guard (try? await timekeeper.sleep(timeout)) != nil else { return }
      for worker in workers { worker.cancel() }
    }
    for worker in workers { await worker.value }
    timer.cancel()
  }

  /// The numbers of spans that were exported, dropped, failed and rejected so far.
  public var statistics: TelemetryStatistics { statistics(of: .traces) }

  /// The numbers of items of a signal that were exported, dropped, failed and rejected so far.
  public func statistics(of signal: TelemetrySignal) -> TelemetryStatistics {
    exports[signal]?.statistics ?? TelemetryStatistics()
  }

  /// Writes a problem to the log, or to standard error if it has no sinks.
  ///
  /// A ``logSink`` does not export it, but writes it to standard error: the export itself may have
  /// the problem.
  public static func writeMessage(about problem: TelemetryError) {
    StandardError.report(problem, source: ExportLogSink.ownSource, severity: .warning)
  }

  private var tracesSpans: Bool { exports[.traces] != nil }
}
