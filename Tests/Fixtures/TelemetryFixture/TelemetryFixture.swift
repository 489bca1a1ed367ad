import RecordFormat
import ToolkitTelemetry
import ToolkitTrace

/// A program that exports a trace of all kinds of spans, metrics of all kinds, and log records of
/// all severities.
///
/// It does so to files in the folder that it is given, or as its environment says, and prints the
/// numbers of spans, data points and log records that have arrived.
/// With `--metrics` it prints its metrics as Prometheus reads them instead. With `--leave` it ends
/// in the middle of its first requests.
@main
enum TelemetryFixture {
  static func main() async throws {
    guard CommandLine.arguments.dropFirst().first != "--metrics" else {
      return print(await MetricsFixture.text(emitting: emitSpans), terminator: "")
    }
    var configuration = try TelemetryConfiguration.environment
    let argument = CommandLine.arguments.dropFirst().first
    if let folder = argument, folder != "--leave" {
      configuration = .file(at: "\(folder)/traces.jsonl")
      configuration.metrics.destination = .file(TelemetryFile(path: "\(folder)/metrics.jsonl"))
      configuration.logs.destination = .file(TelemetryFile(path: "\(folder)/logs.jsonl"))
      configuration.resource["service.name"] = "fixture"
      configuration.batching.batchSize = 4
    }
    let telemetry = try Telemetry(configuration, metrics: { metrics })
    telemetry.start()
    emitSpans()
    writeRecords(to: telemetry.logSink)
    if argument == "--leave" {
      Task.detached { await telemetry.flush() }
      while telemetry.statistics(of: .logs).pending == 0 { await Task.yield() }
      return
    }
    await telemetry.shutdown()
    for signal in [TelemetrySignal.traces, .metrics, .logs] {
      print(telemetry.statistics(of: signal).exported)
    }
  }

  private static func emitSpans() {
    let kinds: [TraceKind] = [.event, .route, .task, .relay, .wire, .lifecycle, "client"]
    Trace.span("all of \"them\"\n\u{1}\\ ⚓︎", kind: .event, module: "Fixture") {
      for kind in kinds {
        Trace.span("a \(kind)", kind: kind, module: "Module\(kind)", cause: Trace.currentCause) {}
      }
    }
    for (attempt, outcome) in ["retried", "failed", "succeeded"].enumerated() {
      let token = Trace.begin()
      Trace.end(
        token, "SendInvoice", kind: .job, module: "Mail", links: [far].compactMap(\.self),
        attributes: [
          "id": "41", "queue": "mail", "attempt": "\(attempt + 1)", "outcome": outcome,
          "customer": "Ada",
        ])
    }
  }

  private static var metrics: [Metric] {
    let numbers = [0, 1, -2.5, 1e300, .infinity, .nan]
    return [
      Metric(
        "modularitykit.task.runs", "Runs of tasks.", unit: "{run}", kind: .counter,
        points: ["succeeded", "failed \"⚓︎\""].map { outcome in
          Metric.Point(labels: ["task": "Sweep", "outcome": outcome], value: .number(3))
        }),
      Metric(
        "modularitykit.queue.length", "Jobs that wait.", unit: "{job}", kind: .gauge,
        points: numbers.map { Metric.Point(labels: ["number": "\($0)"], value: .number($0)) }),
      Metric(
        "modularitykit.task.duration", "Times that runs took.", unit: "s", kind: .histogram,
        points: [
          Metric.Point(
            value: .histogram(
              Metric.Histogram(bounds: [0.001, 0.1, 10], counts: [4, 2, 0, 1], sum: 21.5)))
        ]),
    ]
  }

  private static func writeRecords(to sink: any LogSink) {
    for severity in LogRecord.Severity.allCases {
      sink.receive(
        LogRecord(
          nanosecondsSince1970: 1_700_000_000_000_000_000, severity: severity, source: "Fixture",
          message: "a \(severity) \"record\"\n⚓︎",
          location: CodeLocation(fileID: "Fixture/TelemetryFixture.swift", line: 12),
          attributes: ["customer": "Ada"], span: severity == .error ? far : nil))
    }
  }

  /// A span of another process.
  private static var far: TraceLink? {
    TraceLink(traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
  }
}
