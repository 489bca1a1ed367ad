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
