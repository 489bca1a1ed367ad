#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TelemetryConfiguration {
  /// The settings in the environment of the process, by the variables of the
  /// [specification](https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
  ///
  /// Without any, spans go to `http://localhost:4318/v1/traces`, metrics to `/v1/metrics` there
  /// and log records to `/v1/logs`. Values that are not understood are among ``ignored``, and the
  /// default holds, as the specification has it.
  ///
  /// - Throws: ``TelemetryError`` of the code `unknownSetting` if an address is none.
  public static var environment: TelemetryConfiguration {
    get throws(TelemetryError) { try environment(ProcessInfo.processInfo.environment) }
  }

  /// The settings in variables.
  static func environment(
    _ variables: [String: String]
  ) throws(TelemetryError) -> TelemetryConfiguration {
    var reader = EnvironmentReader(variables)
    var configuration = TelemetryConfiguration(.disabled)
    reader.read(into: &configuration.resource)
    reader.read(into: &configuration.batching, "BSP")
    reader.read(into: &configuration.logs.batching, "BLRP")
    reader.read(into: &configuration.metrics)
    if !reader.flag("OTEL_SDK_DISABLED") {
      configuration.destination = try reader.destination(of: .traces)
      configuration.metrics.destination = try reader.destination(of: .metrics)
      configuration.logs.destination = try reader.destination(of: .logs)
    }
    configuration.ignored = reader.ignored
    return configuration
  }
}

extension EnvironmentReader {
  fileprivate mutating func read(into resource: inout TelemetryResource) {
    for (name, value) in pairs("OTEL_RESOURCE_ATTRIBUTES") { resource[name] = value }
    if let name = text("OTEL_SERVICE_NAME") { resource["service.name"] = name }
  }

  /// Reads the variables of a batch processor.
  fileprivate mutating func read(into batching: inout TelemetryBatching, _ processor: String) {
    let prefix = "OTEL_\(processor)_"
    if let size = count(prefix + "MAX_QUEUE_SIZE") { batching.queueSize = size }
    if let size = count(prefix + "MAX_EXPORT_BATCH_SIZE") { batching.batchSize = size }
    if let delay = milliseconds(prefix + "SCHEDULE_DELAY") { batching.delay = delay }
    if let limit = milliseconds(prefix + "EXPORT_TIMEOUT") { batching.exportTimeout = limit }
  }

  fileprivate mutating func read(into metrics: inout TelemetryMetrics) {
    if let interval = count("OTEL_METRIC_EXPORT_INTERVAL") {
      metrics.interval = .milliseconds(interval)
    }
    if let limit = milliseconds("OTEL_METRIC_EXPORT_TIMEOUT") { metrics.exportTimeout = limit }
  }

  fileprivate mutating func destination(
    of signal: TelemetrySignal
  ) throws(TelemetryError) -> TelemetryConfiguration.Destination {
    let exporter = choice(
      "OTEL_\(signal.name.uppercased())_EXPORTER", among: ["otlp", "none"])
    return exporter == "none" ? .disabled : .collector(try collector(for: signal))
  }

  private mutating func collector(
    for signal: TelemetrySignal
  ) throws(TelemetryError) -> TelemetryCollector {
    // Other protocols are reported; the JSON form needs no library of them.
    _ = choice(variable("PROTOCOL", for: signal), among: ["http/json"])
    _ = choice(variable("COMPRESSION", for: signal), among: ["none"])
    var collector = try TelemetryCollector(address(for: signal))
    collector.headers = pairs(variable("HEADERS", for: signal))
    if let timeout = milliseconds(variable("TIMEOUT", for: signal)) { collector.timeout = timeout }
    return collector
  }

  /// The address for a signal: as it stands, or the common one with the path of the signal.
  private func address(for signal: TelemetrySignal) -> String {
    if let address = text("OTEL_EXPORTER_OTLP_\(signal.name.uppercased())_ENDPOINT") {
      return address
    }
    let base = text("OTEL_EXPORTER_OTLP_ENDPOINT") ?? "http://localhost:4318"
    return base + (base.hasSuffix("/") ? "" : "/") + signal.path
  }

  /// The variable for a signal if it is set, and that for all signals otherwise.
  private func variable(_ name: String, for signal: TelemetrySignal) -> String {
    let special = "OTEL_EXPORTER_OTLP_\(signal.name.uppercased())_\(name)"
    return text(special) == nil ? "OTEL_EXPORTER_OTLP_\(name)" : special
  }
}

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

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An address of a collector that speaks OTLP over HTTP, with JSON.
///
/// Each signal has an address of its own.
public struct TelemetryCollector: Sendable, Hashable {
  /// The address that requests are sent to, with its path.
  public let address: String

  /// The headers of each request.
  public var headers: [String: String] = [:]

  /// The time that an attempt takes at most.
  public var timeout = Duration.seconds(10)

  /// Names the address that requests are sent to.
  ///
  /// - Throws: ``TelemetryError`` of the code `unknownSetting` if it does not begin with
  ///   `http://` or `https://` and a host.
  public init(_ address: String) throws(TelemetryError) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      let host = url.host(), !host.isEmpty
    else {
      throw TelemetryError(
        .unknownSetting,
        """
        '\(address)' is not the address of a collector; it begins with http:// or https:// and a \
        host, such as http://localhost:4318/v1/traces
        """)
    }
    self.address = address
  }

  /// The address with characters escaped that a URL cannot have.
  var encodedAddress: String {
    // Checked by the initializer, after which the address does not change.
    URL(string: address)!.absoluteString
  }
}
