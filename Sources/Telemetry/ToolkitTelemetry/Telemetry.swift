public import RecordFormat
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
/// Threads that end spans or write log records add these to a queue. For each signal, a task
/// encodes the queue and exports it in batches. Metrics are collected periodically.
///
/// - Concurrency: All functions can be called from any thread and repeatedly.
public final class Telemetry: Sendable {
  /// The state of the export, with its resources.
  private enum Phase {
    case created
    case started(TraceSinkAttachment?, workers: [Task<Void, Never>])
    case ended
  }

  /// The settings.
  public let configuration: TelemetryConfiguration

  /// The sink of log records to export.
  ///
  /// If their destination is `disabled`, it ignores them.
  ///
  /// It accepts records before ``start()``, up to the size of the queue.
  public let logSink: any LogSink

  private let exports: [TelemetrySignal: any SignalExport]
  private let spans: BatchQueue<TraceSpan>
  private let problems: ProblemLog
  private let timekeeper: ErasedClock
  private let phase = Mutex(Phase.created)

  /// Prepares an export.
  ///
  /// If files are used, it opens them.
  ///
  /// - Parameters:
  ///   - configuration: The destinations, the resource and the batches.
  ///   - metrics: Returns the current values of metrics, counted since the start of the process or
  ///     the telemetry. A task calls it at each interval, and it should return early if this task
  ///     is cancelled. By default, no metrics are exported.
  ///   - clock: The clock of delays, intervals and timeouts.
  ///   - report: Called for problems. A problem that persists is reported once, and each kind of
  ///     problem at most once per minute. The next problem of the same kind includes the number of
  ///     problems that were not reported. By default, it writes to standard error. It is called
  ///     from any thread.
  /// - Throws: ``TelemetryError`` if a file cannot be opened or is used for two signals, or if a
  ///   header for a collector is not a single line.
  public init(
    _ configuration: TelemetryConfiguration,
    metrics: (@Sendable () async -> [Metric])? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (TelemetryError) -> Void = { Telemetry.writeMessage(about: $0) }
  ) throws(TelemetryError) {
    try configuration.checkFiles()
    let timekeeper = ErasedClock(clock)
    let problems = ProblemLog(timekeeper: timekeeper, report: report)
    let factory = ExportFactory(configuration, timekeeper: timekeeper, problems: problems)
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
    self.problems = problems
    self.timekeeper = timekeeper
    for problem in configuration.ignored { report(problem) }
  }

  /// Starts to export spans that end from now on, metrics, and log records.
  ///
  /// If spans have a destination and tracing is off, this turns tracing on with a ring that stores
  /// no spans. It has no effect for signals whose destination is `disabled`, and after the first
  /// call.
  public func start() {
    let isFirst = phase.withLock { phase in
      guard case .created = phase, !exports.isEmpty else { return false }
      let workers = exports.values.map { export in Task.detached { await export.run() } }
      phase = .started(tracesSpans ? Trace.attach(spans) : nil, workers: workers)
      return true
    }
    if isFirst, tracesSpans, !Trace.isOn { Trace.start(capacity: 0) }
  }

  /// Exports all spans that have ended, all log records and the current metrics, and returns when
  /// they have arrived or failed.
  ///
  /// It has no effect before ``start()``.
  public func flush() async {
    let isStarted = phase.withLock { phase in
      if case .started = phase { true } else { false }
    }
    guard isStarted else { return }
    await withTaskGroup { group in
      for export in exports.values { group.addTask { await export.flush() } }
    }
  }

  /// Exports all spans that have ended, all log records and the final metrics, and ends the export.
  ///
  /// Tracing remains on, because it may have other sinks.
  ///
  /// - Parameter timeout: The maximum time until this function returns, even if the collector does
  ///   not respond. After 90 percent of this time, the remaining items are counted as failed.
  public func shutdown(timeout: Duration = .seconds(10)) async {
    let previous = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    guard case .started(let attachment, let workers) = previous else { return }
    attachment?.cancel()
    for export in exports.values { export.close() }
    await finish(workers, within: timeout)
    problems.finish()
  }

  /// Waits for tasks.
  ///
  /// When most of the time has passed, cancels them.
  private func finish(_ workers: [Task<Void, Never>], within timeout: Duration) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    Task.detached {
      for worker in workers { await worker.value }
      end.finish()
    }
    let timer = Task.detached { [timekeeper] in
      // A cancelled timer does not cancel the workers.
      guard (try? await timekeeper.sleep(timeout * 9 / 10)) != nil else { return }
      for worker in workers { worker.cancel() }
      // A worker may ignore its cancellation, because collecting metrics runs code of the app.
      guard (try? await timekeeper.sleep(timeout / 10)) != nil else { return }
      end.finish()
    }
    // This is a separate task, so that the wait continues if the task of the caller is cancelled.
    await Task.detached { for await _ in ends {} }.value
    timer.cancel()
  }

  /// The statistics of spans.
  public var statistics: TelemetryStatistics { statistics(of: .traces) }

  /// Returns the statistics of a signal.
  public func statistics(of signal: TelemetrySignal) -> TelemetryStatistics {
    exports[signal]?.statistics ?? TelemetryStatistics()
  }

  /// Writes a problem to the log, or to standard error if the log has no sinks.
  ///
  /// ``logSink`` does not export the problem, because the export itself may have failed. If no
  /// other sink receives it, it is written to standard error.
  public static func writeMessage(about problem: TelemetryError) {
    StandardError.report(problem, source: ExportLogSink.ownSource, severity: .warning)
  }

  private var tracesSpans: Bool { exports[.traces] != nil }
}

/// The numbers of items of a signal, which are spans, data points of metrics, or log records.
///
/// Each span that ends while a ``Telemetry`` is attached is counted in exactly one of the
/// properties, and so is each log record that its sink received.
public struct TelemetryStatistics: Sendable, Hashable {
  /// The number of items that have arrived.
  public internal(set) var exported = 0

  /// The number of items in the queue or on their way.
  public internal(set) var pending = 0

  /// The number of items that were dropped because the queue was full, or after the shutdown.
  public internal(set) var dropped = 0

  /// The number of items that could not be exported, after all attempts.
  public internal(set) var failed = 0

  /// The number of items that the collector rejected.
  public internal(set) var rejected = 0
}

/// The sink of the records to export.
struct ExportLogSink: LogSink {
  /// The source of messages about the export itself.
  static let ownSource = "ToolkitTelemetry"

  private let queue: BatchQueue<LogRecord>

  /// Creates a sink that adds records to a queue.
  init(_ queue: BatchQueue<LogRecord>) {
    self.queue = queue
  }

  func receive(_ record: LogRecord) {
    // If the collector is unavailable, it cannot receive the message about this.
    guard record.source != Self.ownSource else { return StandardError.write(line: record.line) }
    queue.keep(record)
  }
}

/// A sink that ignores all records.
struct DisabledLogSink: LogSink {
  func receive(_ record: LogRecord) {}
}

/// An error of an exporter, or of its settings.
public struct TelemetryError: ModularityError {
  /// The kind of problem.
  ///
  /// Later releases may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// A setting has an invalid value.
    public static let unknownSetting = Code(name: "unknownSetting")

    /// The file cannot be opened, written or renamed.
    public static let file = Code(name: "file")

    /// The collector is unavailable, or does not respond in time.
    public static let connection = Code(name: "connection")

    /// The library for sending requests is not installed.
    public static let missingLibrary = Code(name: "missingLibrary")

    /// The collector rejected a request, or some of its items.
    public static let rejected = Code(name: "rejected")

    /// The response of the collector is invalid.
    public static let unreadableAnswer = Code(name: "unreadableAnswer")

    /// Spans or log records were dropped, because they arrived faster than they could be
    /// exported.
    public static let dropped = Code(name: "dropped")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// Always `nil`.
  ///
  /// The message contains the file, address or variable.
  public var location: CodeLocation? { nil }

  /// Always `nil`.
  ///
  /// ``message`` describes errors of the system.
  public var underlyingError: (any Error)? { nil }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
