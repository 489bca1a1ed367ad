/// The numbers of spans that an exporter has dealt with.
///
/// Each span that ends while a ``Telemetry`` is attached is in exactly one of them.
public struct TelemetryStatistics: Sendable, Hashable {
  /// The spans that have arrived.
  public internal(set) var exported = 0

  /// The spans that are in the queue or on their way.
  public internal(set) var pending = 0

  /// The spans that ended while the queue was full, or after the shutdown.
  public internal(set) var dropped = 0

  /// The spans that could not be exported, after all attempts.
  public internal(set) var failed = 0

  /// The spans that the collector has rejected.
  public internal(set) var rejected = 0
}
