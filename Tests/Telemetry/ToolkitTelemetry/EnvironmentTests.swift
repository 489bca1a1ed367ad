import Testing

@testable import ToolkitTelemetry

@Suite struct EnvironmentTests {
  private func collector(
    _ variables: [String: String], of signal: TelemetrySignal = .traces
  ) throws -> TelemetryCollector {
    let configuration = try TelemetryConfiguration.environment(variables)
    let destinations: [TelemetrySignal: TelemetryConfiguration.Destination] = [
      .traces: configuration.destination, .metrics: configuration.metrics.destination,
      .logs: configuration.logs.destination,
    ]
    guard case .collector(let collector)? = destinations[signal] else {
      throw TelemetryError(.unknownSetting, "no collector")
    }
    return collector
  }

  @Test func `Without variables, the specification's defaults hold`() throws {
    let configuration = try TelemetryConfiguration.environment([:])
    let collector = try collector([:])
    #expect(collector.address == "http://localhost:4318/v1/traces")
    #expect(collector.headers.isEmpty)
    #expect(collector.timeout == .seconds(10))
    #expect(configuration.batching.queueSize == 2_048)
    #expect(configuration.batching.batchSize == 512)
    #expect(configuration.batching.delay == .seconds(5))
    #expect(configuration.batching.exportTimeout == .seconds(30))
    #expect(configuration.metrics.interval == .seconds(60))
    #expect(configuration.metrics.exportTimeout == .seconds(30))
    #expect(configuration.logs.batching.queueSize == 2_048)
    #expect(configuration.logs.batching.batchSize == 512)
    #expect(configuration.logs.batching.delay == .seconds(1))
    #expect(configuration.logs.batching.exportTimeout == .seconds(30))
    #expect(configuration.ignored.isEmpty)
  }

  @Test(arguments: [TelemetrySignal.traces, .metrics, .logs])
  func `Each signal has a path, and variables that come before the common ones`(
    signal: TelemetrySignal
  ) throws {
    var variables = [
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_EXPORTER_OTLP_HEADERS": "a=1",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "1",
    ]
    #expect(try collector(variables, of: signal).address == "http://a/v1/\(signal)")
    let prefix = "OTEL_EXPORTER_OTLP_\(signal.name.uppercased())_"
    variables[prefix + "ENDPOINT"] = "http://b/own"
    variables[prefix + "HEADERS"] = "b=2"
    variables[prefix + "TIMEOUT"] = "2000"
    let own = try collector(variables, of: signal)
    #expect(own.address == "http://b/own")
    #expect(own.headers == ["b": "2"])
    #expect(own.timeout == .seconds(2))
    for other in [TelemetrySignal.traces, .metrics, .logs] where other != signal {
      #expect(try collector(variables, of: other).address == "http://a/v1/\(other)")
      #expect(try collector(variables, of: other).headers == ["a": "1"])
    }
  }

  @Test func `Intervals and batches of metrics and logs have variables of their own`() throws {
    let configuration = try TelemetryConfiguration.environment([
      "OTEL_METRIC_EXPORT_INTERVAL": "1500", "OTEL_METRIC_EXPORT_TIMEOUT": "700",
      "OTEL_BLRP_MAX_QUEUE_SIZE": "90", "OTEL_BLRP_MAX_EXPORT_BATCH_SIZE": "30",
      "OTEL_BLRP_SCHEDULE_DELAY": "20", "OTEL_BLRP_EXPORT_TIMEOUT": "10",
    ])
    #expect(configuration.metrics.interval == .milliseconds(1_500))
    #expect(configuration.metrics.exportTimeout == .milliseconds(700))
    #expect(configuration.logs.batching.queueSize == 90)
    #expect(configuration.logs.batching.batchSize == 30)
    #expect(configuration.logs.batching.delay == .milliseconds(20))
    #expect(configuration.logs.batching.exportTimeout == .milliseconds(10))
    #expect(configuration.batching == TelemetryBatching())
  }

  @Test func `An interval is at least a millisecond`() {
    var metrics = TelemetryMetrics()
    metrics.interval = .zero
    #expect(metrics.interval == .milliseconds(1))
  }

  @Test(arguments: [
    ("http://otel:4318", "http://otel:4318/v1/traces"),
    ("http://otel:4318/", "http://otel:4318/v1/traces"),
    ("https://otel/base", "https://otel/base/v1/traces"),
  ])
  func `The common address gets the path of traces`(base: String, address: String) throws {
    #expect(try collector(["OTEL_EXPORTER_OTLP_ENDPOINT": base]).address == address)
  }

  @Test func `Headers and attributes are decoded`() throws {
    let variables = [
      "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Basic%20eD15, tenant = a%2Cb",
      "OTEL_RESOURCE_ATTRIBUTES": "service.name=first,deployment.environment.name=staging",
      "OTEL_SERVICE_NAME": "harbor",
    ]
    #expect(
      try collector(variables).headers == ["authorization": "Basic eD15", "tenant": "a,b"])
    let resource = try TelemetryConfiguration.environment(variables).resource
    #expect(resource["service.name"] == "harbor")
    #expect(resource["deployment.environment.name"] == "staging")
  }

  @Test func `The resource names the process, the host and this package`() {
    let resource = TelemetryResource.current
    #expect(
      resource.names == [
        "host.name", "process.command", "process.executable.name", "process.pid",
        "service.instance.id", "service.name", "telemetry.sdk.language", "telemetry.sdk.name",
        "telemetry.sdk.version",
      ])
    let program = resource["process.executable.name"] ?? ""
    #expect(resource["service.name"] == "unknown_service:\(program)")
  }

  @Test(arguments: [
    ["OTEL_SDK_DISABLED": "true"], ["OTEL_SDK_DISABLED": "TRUE"],
    [
      "OTEL_TRACES_EXPORTER": "none", "OTEL_METRICS_EXPORTER": "none", "OTEL_LOGS_EXPORTER": "none",
    ],
  ])
  func `An export can be disabled, whatever the address is`(variables: [String: String]) throws {
    var variables = variables
    variables["OTEL_EXPORTER_OTLP_ENDPOINT"] = "nonsense"
    let configuration = try TelemetryConfiguration.environment(variables)
    #expect(configuration.destination == .disabled)
    #expect(configuration.metrics.destination == .disabled)
    #expect(configuration.logs.destination == .disabled)
  }

  @Test func `Each signal can be disabled on its own`() throws {
    let configuration = try TelemetryConfiguration.environment(["OTEL_METRICS_EXPORTER": "none"])
    #expect(configuration.destination != .disabled)
    #expect(configuration.metrics.destination == .disabled)
    #expect(configuration.logs.destination != .disabled)
  }

  @Test(arguments: [
    "OTEL_SDK_DISABLED": "yes", "OTEL_TRACES_EXPORTER": "zipkin",
    "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
    "OTEL_EXPORTER_OTLP_TIMEOUT": "10s", "OTEL_EXPORTER_OTLP_HEADERS": "secret",
    "OTEL_RESOURCE_ATTRIBUTES": "a=%ZZ", "OTEL_BSP_MAX_QUEUE_SIZE": "0",
    "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "-1", "OTEL_BSP_SCHEDULE_DELAY": "soon",
    "OTEL_BSP_EXPORT_TIMEOUT": "-5", "OTEL_METRICS_EXPORTER": "prometheus",
    "OTEL_LOGS_EXPORTER": "console", "OTEL_METRIC_EXPORT_INTERVAL": "0",
    "OTEL_METRIC_EXPORT_TIMEOUT": "1m", "OTEL_BLRP_MAX_QUEUE_SIZE": "none",
    "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_LOGS_TIMEOUT": "1m",
  ])
  func `A value that is not understood is reported, and the default holds`(
    name: String, value: String
  ) throws {
    let configuration = try TelemetryConfiguration.environment([name: value])
    let defaults = try TelemetryConfiguration.environment([:])
    #expect(configuration.ignored.count == 1)
    #expect(configuration.ignored.first?.message.hasPrefix("\(name) is ignored") == true)
    #expect(configuration.ignored.first?.message.contains("secret") == false)
    #expect(configuration.destination == defaults.destination)
    #expect(configuration.batching == defaults.batching)
    #expect(configuration.metrics == defaults.metrics)
    #expect(configuration.logs == defaults.logs)
  }

  @Test func `An empty variable is as none`() throws {
    let configuration = try TelemetryConfiguration.environment([
      "OTEL_EXPORTER_OTLP_ENDPOINT": " ", "OTEL_BSP_SCHEDULE_DELAY": "", "OTEL_SDK_DISABLED": "",
    ])
    #expect(configuration.ignored.isEmpty)
    #expect(configuration.batching.delay == .seconds(5))
  }

  @Test(arguments: ["localhost:4318", "ftp://a", "http://", "a b", ""])
  func `An address that is none is an error that names it`(address: String) {
    #expect {
      try TelemetryCollector(address)
    } throws: { error in
      (error as? TelemetryError)?.message.hasPrefix("'\(address)' is not the address") == true
    }
  }

  @Test func `A batch is never larger than the queue`() {
    var batching = TelemetryBatching()
    batching.queueSize = 100
    #expect(batching.batchSize == 100)
    batching.queueSize = 0
    batching.batchSize = 0
    #expect(batching.queueSize == 1)
    #expect(batching.batchSize == 1)
  }
}
