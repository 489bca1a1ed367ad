/// The settings of a ``Telemetry``.
public struct TelemetryConfiguration: Sendable, Hashable {
  /// A destination of spans, metrics or log records.
  public enum Destination: Sendable, Hashable {
    /// No destination.
    ///
    /// Nothing is exported.
    case disabled
    /// A file with JSON lines.
    case file(TelemetryFile)
    /// A collector that receives OTLP over HTTP.
    case collector(TelemetryCollector)
  }

  /// The destination of spans.
  public var destination: Destination

  /// The settings of metrics.
  ///
  /// By default, they are not exported.
  public var metrics = TelemetryMetrics()

  /// The settings of log records.
  ///
  /// By default, they are not exported.
  public var logs = TelemetryLogs()

  /// The service, process and host that the telemetry describes.
  public var resource: TelemetryResource

  /// The sizes and times of batches of spans.
  public var batching = TelemetryBatching()

  /// The settings in the environment that were ignored because they are invalid.
  public internal(set) var ignored: [TelemetryError] = []

  /// Creates a configuration that sends spans of a resource to a destination.
  public init(_ destination: Destination, resource: TelemetryResource = .current) {
    self.destination = destination
    self.resource = resource
  }

  /// Returns a configuration that appends spans to a file, with default settings.
  public static func file(at path: String) -> TelemetryConfiguration {
    TelemetryConfiguration(.file(TelemetryFile(path: path)))
  }

  /// Returns a configuration that sends spans to the address of a collector, such as
  /// `http://localhost:4318/v1/traces`, with default settings.
  ///
  /// - Throws: ``TelemetryError`` with the code `unknownSetting` if the address is invalid.
  public static func collector(
    at address: String
  ) throws(TelemetryError) -> TelemetryConfiguration {
    TelemetryConfiguration(.collector(try TelemetryCollector(address)))
  }
}

/// A file for one signal, in the format of the collector's `otlpjsonfile` receiver: each line
/// contains a request in JSON.
public struct TelemetryFile: Sendable, Hashable {
  /// The path of the file.
  ///
  /// The file is created if it does not exist, and lines are appended to it.
  ///
  /// Only the user of the process can read a new file. The folder must exist.
  public var path: String

  /// The maximum size of the file in bytes.
  ///
  /// It can only be exceeded by a single batch.
  public var maximumSize = 100 << 20

  /// The number of full files to keep.
  ///
  /// They are named `path.1` (the latest), `path.2` and so on.
  public var backups = 4

  /// Creates a file with this path.
  public init(path: String) {
    self.path = path
  }
}

/// The export settings of log records.
public struct TelemetryLogs: Sendable, Hashable {
  /// The destination of log records.
  ///
  /// `OTEL_LOGS_EXPORTER`.
  public var destination: TelemetryConfiguration.Destination

  /// The sizes and times of batches.
  ///
  /// The variables are `OTEL_BLRP_…` instead of `OTEL_BSP_…`.
  ///
  /// The default delay is one second. Other defaults are the same as for spans.
  public var batching = TelemetryBatching(delay: .seconds(1))

  /// Creates settings that export log records to a destination, with default batches.
  public init(_ destination: TelemetryConfiguration.Destination = .disabled) {
    self.destination = destination
  }
}

/// The collection and export settings of metrics.
///
/// The defaults, and the variables that ``TelemetryConfiguration/environment`` reads, follow the
/// specification.
public struct TelemetryMetrics: Sendable, Hashable {
  /// The destination of metrics.
  ///
  /// `OTEL_METRICS_EXPORTER`.
  public var destination: TelemetryConfiguration.Destination

  /// The time from one collection to the next.
  ///
  /// The minimum is a millisecond.
  ///
  /// `OTEL_METRIC_EXPORT_INTERVAL`, 60 seconds.
  public var interval = Duration.seconds(60) {
    didSet { interval = max(.milliseconds(1), interval) }
  }

  /// The maximum duration of an export, including all its attempts.
  ///
  /// `OTEL_METRIC_EXPORT_TIMEOUT`, 30 seconds.
  public var exportTimeout = Duration.seconds(30)

  /// Creates settings that export metrics to a destination, with default times.
  public init(_ destination: TelemetryConfiguration.Destination = .disabled) {
    self.destination = destination
  }
}

/// The sizes and times of batches of spans or log records.
///
/// The defaults, and the variables that ``TelemetryConfiguration/environment`` reads, follow the
/// specification.
public struct TelemetryBatching: Sendable, Hashable {
  /// The maximum number of waiting items.
  ///
  /// If it is exceeded, items are dropped and counted.
  ///
  /// `OTEL_BSP_MAX_QUEUE_SIZE`, 2,048.
  public var queueSize = 2_048 {
    didSet { queueSize = max(1, queueSize) }
  }

  /// The maximum number of items of a batch.
  ///
  /// It is limited to ``queueSize``.
  ///
  /// `OTEL_BSP_MAX_EXPORT_BATCH_SIZE`, 512.
  public var batchSize: Int {
    get { min(chosenBatchSize, queueSize) }
    set { chosenBatchSize = max(1, newValue) }
  }

  private var chosenBatchSize = 512

  /// The time for which the first item of a batch waits for others.
  ///
  /// `OTEL_BSP_SCHEDULE_DELAY`, 5 seconds.
  public var delay = Duration.seconds(5)

  /// The maximum duration of the export of a batch, including all its attempts.
  ///
  /// `OTEL_BSP_EXPORT_TIMEOUT`, 30 seconds.
  public var exportTimeout = Duration.seconds(30)

  /// Creates the default settings for spans.
  public init() {}

  /// Creates the default settings with another delay.
  init(delay: Duration) {
    self.delay = delay
  }
}
