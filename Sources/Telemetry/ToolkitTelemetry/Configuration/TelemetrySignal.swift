/// A kind of telemetry, which has a destination and statistics of its own.
public struct TelemetrySignal: Sendable, Hashable {
  /// The name, as in `OTEL_TRACES_EXPORTER`, in lowercase.
  public let name: String

  /// The word for what a request has many of.
  let items: String

  /// The variable with the size of the queue, or `nil` if there is no queue.
  let queueSizeVariable: String?

  /// Spans.
  public static let traces = TelemetrySignal(
    name: "traces", items: "spans", queueSizeVariable: "OTEL_BSP_MAX_QUEUE_SIZE")

  /// Points of metrics.
  public static let metrics = TelemetrySignal(
    name: "metrics", items: "data points", queueSizeVariable: nil)

  /// Log records.
  public static let logs = TelemetrySignal(
    name: "logs", items: "log records", queueSizeVariable: "OTEL_BLRP_MAX_QUEUE_SIZE")

  /// The path of the signal below the address of a collector.
  var path: String { "v1/\(name)" }
}

extension TelemetrySignal: CustomStringConvertible {
  public var description: String { name }
}
