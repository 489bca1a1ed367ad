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
  private let problems: ProblemLog
  private let timekeeper: ErasedClock
  private let phase = Mutex(Phase.created)

  /// Prepares an export, and opens the files if it goes to some.
  ///
  /// - Parameters:
  ///   - configuration: The destinations, the resource and the batches.
  ///   - metrics: Returns the current values of metrics, counted since the start of the process or
  ///     of the telemetry. A task calls it at each interval; it should return early when that task
  ///     is cancelled. Without it no metrics are exported.
  ///   - clock: The clock of delays, intervals and timeouts.
  ///   - report: Called with problems: with one that persists once, and with one of each kind per
  ///     minute; the others are counted in the next of their kind. By default it writes to standard
  ///     error. Called from any thread.
  /// - Throws: ``TelemetryError`` if a file cannot be opened, or is that of two signals, or if a
  ///   header for a collector is not one line.
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
  /// - Parameter timeout: The time after which it returns, whatever the collector does. Items that
  ///   have not arrived after nine tenths of it are given up, and counted as failed.
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

  /// Waits for tasks, and cancels them when most of the time is over.
  private func finish(_ workers: [Task<Void, Never>], within timeout: Duration) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    Task.detached {
      for worker in workers { await worker.value }
      end.finish()
    }
    let timer = Task.detached { [timekeeper] in
      // A timer that is cancelled has nothing to end.
      guard (try? await timekeeper.sleep(timeout * 9 / 10)) != nil else { return }
      for worker in workers { worker.cancel() }
      // A worker may ignore that, as one that collects metrics runs the app's code.
      guard (try? await timekeeper.sleep(timeout / 10)) != nil else { return }
      end.finish()
    }
    // In a task of its own, as the wait goes on if the caller's task is cancelled.
    await Task.detached { for await _ in ends {} }.value
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
  /// A ``logSink`` does not export it, as the export itself may have the problem. If no other sink
  /// takes it, it is written to standard error.
  public static func writeMessage(about problem: TelemetryError) {
    StandardError.report(problem, source: ExportLogSink.ownSource, severity: .warning)
  }

  private var tracesSpans: Bool { exports[.traces] != nil }
}

/// The numbers of items of a signal that an exporter has dealt with: spans, points of metrics or log
/// records.
///
/// Each span that ends while a ``Telemetry`` is attached is in exactly one of them, and so is each
/// log record that its sink has received.
public struct TelemetryStatistics: Sendable, Hashable {
  /// The items that have arrived.
  public internal(set) var exported = 0

  /// The items that are in the queue or on their way.
  public internal(set) var pending = 0

  /// The items that came while the queue was full, or after the shutdown.
  public internal(set) var dropped = 0

  /// The items that could not be exported, after all attempts.
  public internal(set) var failed = 0

  /// The items that the collector has rejected.
  public internal(set) var rejected = 0
}

/// The sink of the records that are exported.
struct ExportLogSink: LogSink {
  /// The source of messages about the export itself.
  static let ownSource = "ToolkitTelemetry"

  private let queue: BatchQueue<LogRecord>

  /// Makes a sink that keeps records in a queue.
  init(_ queue: BatchQueue<LogRecord>) {
    self.queue = queue
  }

  func receive(_ record: LogRecord) {
    // A collector that cannot be reached would not get the message about that.
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
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// A setting has a value that is not understood.
    public static let unknownSetting = Code(name: "unknownSetting")

    /// The file cannot be opened, written or renamed.
    public static let file = Code(name: "file")

    /// The collector cannot be reached, or does not answer in time.
    public static let connection = Code(name: "connection")

    /// The library that requests are sent with is not installed.
    public static let missingLibrary = Code(name: "missingLibrary")

    /// The collector has rejected a request, or some of its items.
    public static let rejected = Code(name: "rejected")

    /// The collector's answer cannot be read.
    public static let unreadableAnswer = Code(name: "unreadableAnswer")

    /// Spans or log records were dropped, because they arrived faster than they could be
    /// exported.
    public static let dropped = Code(name: "dropped")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that says what happened and what can be done about it.
  public let message: String

  /// Always `nil`: the message names the file, the address or the variable.
  public var location: CodeLocation? { nil }

  /// Always `nil`: errors of the system are described in ``message``.
  public var underlyingError: (any Error)? { nil }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
