import Testing
import ToolkitTelemetry
import ToolkitTrace

@Suite struct SwiftMetricsSinkTests {
  private let metrics = RecordingMetrics()

  private func span(
    _ name: String, kind: TraceKind = .task, lasting duration: Duration = .milliseconds(3)
  ) -> TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: 1), name: name, kind: kind, module: "Feed",
      start: TraceInstant(nanoseconds: 5), duration: duration)
  }

  @Test func `A span is counted and timed by kind, module and name`() {
    let sink = SwiftMetricsSink(factory: metrics)
    sink.receive(span("load"))
    sink.receive(span("load", lasting: .nanoseconds(7)))
    sink.receive(span("load", kind: .route))
    #expect(
      metrics.counts == [
        "modularitykit.spans kind=task module=Feed name=load": 2,
        "modularitykit.spans kind=route module=Feed name=load": 1,
      ])
    #expect(
      metrics.durations == [
        "modularitykit.span.duration kind=task module=Feed name=load": [3_000_000, 7],
        "modularitykit.span.duration kind=route module=Feed name=load": [3_000_000],
      ])
  }

  @Test func `A moment is counted and not timed`() {
    SwiftMetricsSink(factory: metrics).receive(span("tick", lasting: .zero))
    #expect(metrics.counts.values.map { $0 } == [1])
    #expect(metrics.durations.isEmpty)
  }

  @Test func `The instruments of a name are made once`() {
    let sink = SwiftMetricsSink(factory: metrics)
    for _ in 0..<10 { sink.receive(span("load")) }
    #expect(metrics.made.count == 2)
  }

  @Test func `Names beyond the limit are counted together`() {
    let sink = SwiftMetricsSink(maximumNames: 2, factory: metrics)
    for name in ["a", "b", "c", "d", "a", "c"] { sink.receive(span(name)) }
    let counts = metrics.counts.map { "\($0.key.split(separator: " ").last ?? ""): \($0.value)" }
    #expect(counts.sorted() == ["name=a: 2", "name=b: 1", "name=other: 3"])
  }

  @Test func `Threads that end spans at once lose none`() async {
    let sink = SwiftMetricsSink(factory: metrics)
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { sink.receive(span("name \(number % 7)")) }
      }
    }
    #expect(metrics.counts.values.reduce(0, +) == 100)
    #expect(metrics.durations.values.map(\.count).reduce(0, +) == 100)
  }
}

extension TracingTests {
  @Suite struct AttachedMetricsTests {
    @Test func `Attached to the process, it has the spans of the toolkit`() {
      let metrics = RecordingMetrics()
      let attachment = Trace.attach(SwiftMetricsSink(factory: metrics))
      defer { attachment.cancel() }
      Trace.start(capacity: 0)
      defer { Trace.stop() }
      Trace.span("work", kind: .task, module: "MetricsTest") {}
      #expect(metrics.counts["modularitykit.spans kind=task module=MetricsTest name=work"] == 1)
    }
  }
}
