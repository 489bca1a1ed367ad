/// The settings of a ``Telemetry``.
public struct TelemetryConfiguration: Sendable, Hashable {
  /// A destination of spans, metrics or log records.
  public enum Destination: Sendable, Hashable {
    /// None: nothing is exported.
    case disabled
    /// A file of JSON lines.
    case file(TelemetryFile)
    /// A collector that speaks OTLP over HTTP.
    case collector(TelemetryCollector)
  }

  /// The destination of spans.
  public var destination: Destination

  /// The settings of metrics, which go nowhere unless a destination is set.
  public var metrics = TelemetryMetrics()

  /// The settings of log records, which go nowhere unless a destination is set.
  public var logs = TelemetryLogs()

  /// The service, the process and the host that the telemetry is of.
  public var resource: TelemetryResource

  /// The sizes and times of batches of spans.
  public var batching = TelemetryBatching()

  /// The settings of the environment that are ignored, as they are not understood.
  public internal(set) var ignored: [TelemetryError] = []

  /// Sends spans of a resource to a destination.
  public init(_ destination: Destination, resource: TelemetryResource = .current) {
    self.destination = destination
    self.resource = resource
  }

  /// Appends spans to a file, with defaults for all else.
  public static func file(at path: String) -> TelemetryConfiguration {
    TelemetryConfiguration(.file(TelemetryFile(path: path)))
  }

  /// Sends spans to the address of a collector, such as `http://localhost:4318/v1/traces`, with
  /// defaults for all else.
  ///
  /// - Throws: ``TelemetryError`` of the code `unknownSetting` if that is no such address.
  public static func collector(
    at address: String
  ) throws(TelemetryError) -> TelemetryConfiguration {
    TelemetryConfiguration(.collector(try TelemetryCollector(address)))
  }
}

/// A file of one signal, in the form that the collector's `otlpjsonfile` receiver reads: a request
/// in JSON on each line.
public struct TelemetryFile: Sendable, Hashable {
  /// The path of the file, which is made unless it exists; lines are appended to it.
  ///
  /// The user of the process alone may read a file that is made. The folder must exist.
  public var path: String

  /// The size in bytes that the file does not exceed, unless a single batch does.
  public var maximumSize = 100 << 20

  /// The number of full files that are kept, as `path.1` (the latest), `path.2` and so on.
  public var backups = 4

  /// Names a file.
  public init(path: String) {
    self.path = path
  }
}

/// The settings by which log records are exported.
public struct TelemetryLogs: Sendable, Hashable {
  /// The destination of log records.
  ///
  /// `OTEL_LOGS_EXPORTER`.
  public var destination: TelemetryConfiguration.Destination

  /// The sizes and times of batches, by the variables `OTEL_BLRP_…` in place of `OTEL_BSP_…`.
  ///
  /// The delay is one second unless set; all else is as for spans.
  public var batching = TelemetryBatching(delay: .seconds(1))

  /// Exports log records to a destination, with defaults for all else.
  public init(_ destination: TelemetryConfiguration.Destination = .disabled) {
    self.destination = destination
  }
}

/// The settings by which metrics are collected and exported.
///
/// The defaults are those of the specification, and so are the variables that
/// ``TelemetryConfiguration/environment`` reads.
public struct TelemetryMetrics: Sendable, Hashable {
  /// The destination of metrics.
  ///
  /// `OTEL_METRICS_EXPORTER`.
  public var destination: TelemetryConfiguration.Destination

  /// The time from one collection to the next; at least a millisecond.
  ///
  /// `OTEL_METRIC_EXPORT_INTERVAL`, 60 seconds.
  public var interval = Duration.seconds(60) {
    didSet { interval = max(.milliseconds(1), interval) }
  }

  /// The time that an export takes at most, with all its attempts.
  ///
  /// `OTEL_METRIC_EXPORT_TIMEOUT`, 30 seconds.
  public var exportTimeout = Duration.seconds(30)

  /// Exports metrics to a destination, with defaults for all else.
  public init(_ destination: TelemetryConfiguration.Destination = .disabled) {
    self.destination = destination
  }
}

/// The sizes and times by which spans or log records are exported in batches.
///
/// The defaults are those of the specification, and so are the variables that
/// ``TelemetryConfiguration/environment`` reads.
public struct TelemetryBatching: Sendable, Hashable {
  /// The number of items that wait at most; further ones are dropped and counted.
  ///
  /// `OTEL_BSP_MAX_QUEUE_SIZE`, 2,048.
  public var queueSize = 2_048 {
    didSet { queueSize = max(1, queueSize) }
  }

  /// The number of items of a batch, at most; never more than ``queueSize``.
  ///
  /// `OTEL_BSP_MAX_EXPORT_BATCH_SIZE`, 512.
  public var batchSize: Int {
    get { min(chosenBatchSize, queueSize) }
    set { chosenBatchSize = max(1, newValue) }
  }

  private var chosenBatchSize = 512

  /// The time that the first item of a batch waits for further ones.
  ///
  /// `OTEL_BSP_SCHEDULE_DELAY`, 5 seconds.
  public var delay = Duration.seconds(5)

  /// The time that the export of a batch takes at most, with all its attempts.
  ///
  /// `OTEL_BSP_EXPORT_TIMEOUT`, 30 seconds.
  public var exportTimeout = Duration.seconds(30)

  /// The defaults for spans.
  public init() {}

  /// The defaults with another delay.
  init(delay: Duration) {
    self.delay = delay
  }
}
