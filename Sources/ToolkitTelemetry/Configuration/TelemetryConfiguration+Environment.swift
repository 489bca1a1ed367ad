#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TelemetryConfiguration {
  /// The settings in the environment of the process, by the variables of the
  /// [specification](https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
  ///
  /// Without any, spans go to `http://localhost:4318/v1/traces`. Values that are not understood
  /// are among ``ignored``, and the default holds, as the specification has it.
  ///
  /// - Throws: ``TelemetryError`` of the code `unknownSetting` if the address is none.
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
    reader.read(into: &configuration.batching)
    if reader.exports {
      configuration.destination = .collector(try reader.collector())
    }
    configuration.ignored = reader.ignored
    return configuration
  }
}

extension EnvironmentReader {
  /// A Boolean value that indicates whether traces are exported.
  fileprivate var exports: Bool {
    mutating get {
      if flag("OTEL_SDK_DISABLED") { return false }
      return choice("OTEL_TRACES_EXPORTER", among: ["otlp", "none"]) == "otlp"
    }
  }

  fileprivate mutating func read(into resource: inout TelemetryResource) {
    for (name, value) in pairs("OTEL_RESOURCE_ATTRIBUTES") { resource[name] = value }
    if let name = text("OTEL_SERVICE_NAME") { resource["service.name"] = name }
  }

  fileprivate mutating func read(into batching: inout TelemetryBatching) {
    if let size = count("OTEL_BSP_MAX_QUEUE_SIZE") { batching.queueSize = size }
    if let size = count("OTEL_BSP_MAX_EXPORT_BATCH_SIZE") { batching.batchSize = size }
    if let delay = milliseconds("OTEL_BSP_SCHEDULE_DELAY") { batching.delay = delay }
    if let limit = milliseconds("OTEL_BSP_EXPORT_TIMEOUT") { batching.exportTimeout = limit }
  }

  fileprivate mutating func collector() throws(TelemetryError) -> TelemetryCollector {
    // Other protocols are reported; the JSON form needs no library of them.
    _ = choice(otlp("PROTOCOL"), among: ["http/json"])
    _ = choice(otlp("COMPRESSION"), among: ["none"])
    var collector = try TelemetryCollector(address)
    collector.headers = pairs(otlp("HEADERS"))
    if let timeout = milliseconds(otlp("TIMEOUT")) { collector.timeout = timeout }
    return collector
  }

  /// The address for traces: as it stands, or the common one with the path of traces.
  private var address: String {
    if let address = text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") { return address }
    let base = text("OTEL_EXPORTER_OTLP_ENDPOINT") ?? "http://localhost:4318"
    return base + (base.hasSuffix("/") ? "" : "/") + "v1/traces"
  }

  /// The variable for traces if it is set, and that for all signals otherwise.
  private func otlp(_ name: String) -> String {
    let special = "OTEL_EXPORTER_OTLP_TRACES_\(name)"
    return text(special) == nil ? "OTEL_EXPORTER_OTLP_\(name)" : special
  }
}
