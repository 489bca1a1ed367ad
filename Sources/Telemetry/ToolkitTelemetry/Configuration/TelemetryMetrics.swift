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
