import ToolkitTelemetry
import ToolkitTrace

/// A program that exports a trace of all kinds of spans.
///
/// It does so to the file that it is given, or as its environment says, and prints the number of
/// spans that have arrived.
@main
enum TelemetryFixture {
  static func main() async throws {
    var configuration = try TelemetryConfiguration.environment
    if let path = CommandLine.arguments.dropFirst().first {
      configuration = .file(at: path)
      configuration.resource["service.name"] = "fixture"
      configuration.batching.batchSize = 4
    }
    let telemetry = try Telemetry(configuration)
    telemetry.start()
    emitSpans()
    await telemetry.shutdown()
    print(telemetry.statistics.exported)
  }

  private static func emitSpans() {
    let kinds: [TraceKind] = [.event, .route, .task, .relay, .wire, .lifecycle, "client"]
    Trace.span("all of \"them\"\n\u{1}\\ ⚓︎", kind: .event, module: "Fixture") {
      for kind in kinds {
        Trace.span("a \(kind)", kind: kind, module: "Module\(kind)", cause: Trace.currentCause) {}
      }
    }
    let far = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    for (attempt, outcome) in ["retried", "failed", "succeeded"].enumerated() {
      let token = Trace.begin()
      Trace.end(
        token, "SendInvoice", kind: .job, module: "Mail",
        links: [TraceLink(traceParent: far)].compactMap(\.self),
        attributes: [
          "id": "41", "queue": "mail", "attempt": "\(attempt + 1)", "outcome": outcome,
          "customer": "Ada",
        ])
    }
  }
}
