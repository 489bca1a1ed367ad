import BridgeTelemetry
import CoreMetrics
import Instrumentation
import Logging
import ServiceLifecycle
import ToolkitTelemetry
import ToolkitTrace
import Tracing

// The examples of the article on other packages, word for word: `Tests/Checks/Adapters/run` compares
// them.

func writeLogs() -> SwiftLogSink {
  let sink = SwiftLogSink(Logger(label: "harbor"))
  return sink
}

func countSpans() {
  Trace.attach(SwiftMetricsSink())
  Trace.start(capacity: 0)
}

func recordSpansOfLibraries() throws {
  InstrumentationSystem.bootstrap(ToolkitTracer())
  let telemetry = try Telemetry(.environment)
  telemetry.start()
}

func load() async throws {}

func causeSpans(tracer: some Tracer) async throws {
  try await tracer.withSpan("import") { span in
    try await Trace.withCause(span.context.traceLink?.spanOfThisProcess) {
      try await load()
    }
  }
}

struct Harbor: ModularApp {
  func run(_ context: AppContext) async throws { await context.waitForShutdown() }
}

func runHarbor(beside database: any Service, logger: Logger) async throws {
  let group = ServiceGroup(
    services: [database, ModularAppService(Harbor.self)],
    gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
  try await group.run()
}
