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
