#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TelemetryConfiguration {
  /// The settings in the environment of the process, with the variables of the
  /// [specification](https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
  ///
  /// If no variables are set, spans are sent to `http://localhost:4318/v1/traces`, metrics to
  /// `/v1/metrics` there, and log records to `/v1/logs`. Invalid values are listed in ``ignored``,
  /// and the default is used instead, as the specification requires.
  ///
  /// - Throws: ``TelemetryError`` with the code `unknownSetting` if an address is invalid.
  public static var environment: TelemetryConfiguration {
    get throws(TelemetryError) { try environment(ProcessInfo.processInfo.environment) }
  }

  /// Returns the settings in these variables.
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
    // Other protocols are reported. The JSON format requires no library for them.
    _ = choice(variable("PROTOCOL", for: signal), among: ["http/json"])
    _ = choice(variable("COMPRESSION", for: signal), among: ["none"])
    var collector = try TelemetryCollector(address(for: signal))
    collector.headers = pairs(variable("HEADERS", for: signal))
    if let timeout = milliseconds(variable("TIMEOUT", for: signal)) { collector.timeout = timeout }
    return collector
  }

  /// Returns the address for a signal: its own address without changes, or the common one with the
  /// path of the signal.
  private func address(for signal: TelemetrySignal) -> String {
    if let address = text("OTEL_EXPORTER_OTLP_\(signal.name.uppercased())_ENDPOINT") {
      return address
    }
    let base = text("OTEL_EXPORTER_OTLP_ENDPOINT") ?? "http://localhost:4318"
    return base + (base.hasSuffix("/") ? "" : "/") + signal.path
  }

  /// Returns the variable for a signal if it is set, and the variable for all signals otherwise.
  private func variable(_ name: String, for signal: TelemetrySignal) -> String {
    let special = "OTEL_EXPORTER_OTLP_\(signal.name.uppercased())_\(name)"
    return text(special) == nil ? "OTEL_EXPORTER_OTLP_\(name)" : special
  }
}

/// A kind of telemetry, with its own destination and statistics.
public struct TelemetrySignal: Sendable, Hashable {
  /// The name in lowercase, as in `OTEL_TRACES_EXPORTER`.
  public let name: String

  /// The word for the items of a request.
  let items: String

  /// The variable for the size of the queue, or `nil` if the signal has no queue.
  let queueSizeVariable: String?

  /// Spans.
  public static let traces = TelemetrySignal(
    name: "traces", items: "spans", queueSizeVariable: "OTEL_BSP_MAX_QUEUE_SIZE")

  /// Data points of metrics.
  public static let metrics = TelemetrySignal(
    name: "metrics", items: "data points", queueSizeVariable: nil)

  /// Log records.
  public static let logs = TelemetrySignal(
    name: "logs", items: "log records", queueSizeVariable: "OTEL_BLRP_MAX_QUEUE_SIZE")

  /// The path of the signal, relative to the address of a collector.
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

/// A collector that receives OTLP over HTTP in JSON.
///
/// Each signal has its own address.
public struct TelemetryCollector: Sendable, Hashable {
  /// The address that receives requests, including its path.
  public let address: String

  /// The headers of each request.
  public var headers: [String: String] = [:]

  /// The maximum duration of an attempt.
  public var timeout = Duration.seconds(10)

  /// Creates a collector with the address that receives requests.
  ///
  /// - Throws: ``TelemetryError`` with the code `unknownSetting` if the address does not start with
  ///   `http://` or `https://` and a host.
  public init(_ address: String) throws(TelemetryError) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      let host = url.host(), !host.isEmpty
    else {
      throw TelemetryError(
        .unknownSetting,
        """
        '\(address)' is not the address of a collector; write http:// or https:// and a host, such \
        as http://localhost:4318/v1/traces
        """)
    }
    self.address = address
  }

  /// The address, with escaped characters that are not allowed in a URL.
  var encodedAddress: String {
    // The initializer has checked the address, and it cannot change.
    URL(string: address)!.absoluteString
  }
}
