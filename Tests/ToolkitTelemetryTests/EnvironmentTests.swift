import Testing

@testable import ToolkitTelemetry

@Suite struct EnvironmentTests {
  private func collector(_ variables: [String: String]) throws -> TelemetryCollector {
    let configuration = try TelemetryConfiguration.environment(variables)
    guard case .collector(let collector) = configuration.destination else {
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
    #expect(configuration.ignored.isEmpty)
  }

  @Test(arguments: [
    ("http://otel:4318", "http://otel:4318/v1/traces"),
    ("http://otel:4318/", "http://otel:4318/v1/traces"),
    ("https://otel/base", "https://otel/base/v1/traces"),
  ])
  func `The common address gets the path of traces`(base: String, address: String) throws {
    #expect(try collector(["OTEL_EXPORTER_OTLP_ENDPOINT": base]).address == address)
  }

  @Test func `Variables for traces come before the common ones`() throws {
    let collector = try collector([
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_EXPORTER_OTLP_HEADERS": "a=1",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "1",
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://b/spans",
      "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "b=2", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "2000",
    ])
    #expect(collector.address == "http://b/spans")
    #expect(collector.headers == ["b": "2"])
    #expect(collector.timeout == .seconds(2))
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
    ["OTEL_SDK_DISABLED": "true"], ["OTEL_SDK_DISABLED": "TRUE"], ["OTEL_TRACES_EXPORTER": "none"],
  ])
  func `An export can be disabled, whatever the address is`(variables: [String: String]) throws {
    var variables = variables
    variables["OTEL_EXPORTER_OTLP_ENDPOINT"] = "nonsense"
    #expect(try TelemetryConfiguration.environment(variables).destination == .disabled)
  }

  @Test(arguments: [
    "OTEL_SDK_DISABLED": "yes", "OTEL_TRACES_EXPORTER": "zipkin",
    "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
    "OTEL_EXPORTER_OTLP_TIMEOUT": "10s", "OTEL_EXPORTER_OTLP_HEADERS": "secret",
    "OTEL_RESOURCE_ATTRIBUTES": "a=%ZZ", "OTEL_BSP_MAX_QUEUE_SIZE": "0",
    "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "-1", "OTEL_BSP_SCHEDULE_DELAY": "soon",
    "OTEL_BSP_EXPORT_TIMEOUT": "-5",
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
