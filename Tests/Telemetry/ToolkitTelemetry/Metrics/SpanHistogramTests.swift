import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

@Suite struct SpanHistogramTests {
  private func span(
    _ name: String, _ kind: TraceKind, module: String = "Feed",
    duration: Duration = .milliseconds(3), attributes: [String: String] = [:]
  ) -> TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: 1), name: name, kind: kind, module: module,
      start: TraceInstant(nanoseconds: 0), duration: duration, attributes: attributes)
  }

  private func points(
    _ spans: [TraceSpan], except ignored: Set<TraceKind> = [], limit: Int = 10
  ) -> [String: [Metric.Point]] {
    let histograms = SpanHistograms(except: ignored, limit: limit)
    for span in spans { histograms.receive(span) }
    return Dictionary(
      uniqueKeysWithValues: histograms.read().filter { !$0.reading.points.isEmpty }
        .map { ($0.family.name, $0.reading.points) })
  }

  @Test func `Each kind has a histogram, and other kinds share one`() {
    let kinds: [TraceKind] = [.event, .route, .relay, .task, .job, .wire, .lifecycle, "query"]
    let points = points(kinds.map { span("work", $0) })
    #expect(
      points.mapValues(\.count) == [
        "modularitykit.event.duration": 1, "modularitykit.call.duration": 1,
        "modularitykit.relay.duration": 1, "modularitykit.task.duration": 1,
        "modularitykit.job.duration": 1, "modularitykit.wire.duration": 1,
        "modularitykit.span.duration": 2,
      ])
    #expect(
      points["modularitykit.span.duration"]?.map(\.labels["kind"]) == ["lifecycle", "query"])
  }

  @Test func `Spans of one name and module are one series`() {
    let spans = [
      span("load", .task), span("load", .task, duration: .seconds(2)),
      span("load", .task, module: "Store"),
    ]
    let series = points(spans)["modularitykit.task.duration"] ?? []
    #expect(
      series.map(\.labels) == [
        ["name": "load", "module": "Feed"], ["name": "load", "module": "Store"],
      ])
    guard case .histogram(let histogram)? = series.first?.value else {
      Issue.record("no histogram")
      return
    }
    #expect(histogram.count == 2)
    #expect(abs(histogram.sum - 2.003) < 1e-12)
    #expect(histogram.bounds == Metric.Histogram.durationBounds)
    #expect(histogram.counts[histogram.bounds.firstIndex(of: 0.005)!] == 1)
    #expect(histogram.counts[histogram.bounds.firstIndex(of: 2.5)!] == 1)
  }

  @Test func `Attempts of jobs have their queue and outcome, and no identifiers`() {
    let attempts = ["succeeded", "failed"].map { outcome in
      span(
        "Send", .job, attributes: ["id": "7", "queue": "mail", "attempt": "1", "outcome": outcome])
    }
    #expect(
      points(attempts)["modularitykit.job.duration"]?.map(\.labels) == [
        ["name": "Send", "module": "Feed", "queue": "mail", "outcome": "failed"],
        ["name": "Send", "module": "Feed", "queue": "mail", "outcome": "succeeded"],
      ])
  }

  @Test func `Kinds that are left out are not counted`() {
    let points = points([span("load", .task), span("login", .event)], except: [.task])
    #expect(Array(points.keys) == ["modularitykit.event.duration"])
  }

  @Test func `Names beyond the limit share a series`() {
    let names = (1...5).map { span("task \($0)", .task) }
    let series = points(names + names, limit: 3)["modularitykit.task.duration"] ?? []
    #expect(series.map(\.labels["name"]) == ["task 1", "task 2", "task 3", "other"])
    #expect(series.last?.labels == ["name": "other", "module": "other"])
  }

  @Test func `Spans of several threads are all counted, however many batches wait`() async {
    let histograms = SpanHistograms(except: [], limit: 10)
    let (threads, count) = (4, WaitingSpans.batchSize * WaitingSpans.maximumBatches)
    await withTaskGroup { group in
      for thread in 0..<threads {
        group.addTask {
          for _ in 0..<count { histograms.receive(span("load", .task, module: "\(thread)")) }
        }
      }
    }
    let points = histograms.read().flatMap(\.reading.points)
    let counts = points.map { point in
      if case .histogram(let histogram) = point.value { Int(histogram.count) } else { 0 }
    }
    #expect(counts == Array(repeating: count, count: threads))
  }

  @Test func `Batches that wait are counted once too many do, and their order stays`() {
    var waiting = WaitingSpans()
    let size = WaitingSpans.batchSize
    let total = size * WaitingSpans.maximumBatches
    for number in 1...total {
      let filled = waiting.append(span("\(number)", .task))
      switch number {
      case size: #expect(filled == .first)
      case total: #expect(filled == .tooMany)
      default: #expect(filled == .none)
      }
    }
    _ = waiting.append(span("last", .task))
    var names: [String] = []
    while let batch = waiting.takeBatch() { names += batch.map(\.name) }
    #expect(names == (1...total).map(\.description) + ["last"])
  }
}
