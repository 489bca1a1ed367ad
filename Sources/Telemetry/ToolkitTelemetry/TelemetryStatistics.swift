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
