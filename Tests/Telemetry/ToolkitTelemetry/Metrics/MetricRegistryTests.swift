import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

@Suite struct MetricRegistryTests {
  private func numbers(_ metrics: [Metric], _ name: String) -> [[String: String]: Double] {
    let points = metrics.first { $0.name == name }?.points ?? []
    return points.reduce(into: [:]) { numbers, point in
      if case .number(let number) = point.value { numbers[point.labels] = number }
    }
  }

  @Test func `A counter adds up, and ignores what it cannot add`() async {
    let metrics = MetricRegistry()
    let orders = metrics.counter("shop.orders", "Orders.", unit: "{order}")
    orders.add()
    orders.add(2.5)
    orders.add(-1)
    orders.add(.nan)
    orders.add(1, ["country": "NO"])
    let collected = await metrics.collect()
    #expect(numbers(collected, "shop.orders") == [[:]: 3.5, ["country": "NO"]: 1])
    #expect(collected.map(\.kind) == [.counter])
    #expect(collected.map(\.unit) == ["{order}"])
  }

  @Test func `A gauge has the latest number`() async {
    let metrics = MetricRegistry()
    let visitors = metrics.gauge("shop.visitors", "Visitors.")
    visitors.set(7)
    visitors.add(-2)
    #expect(numbers(await metrics.collect(), "shop.visitors") == [[:]: 5])
  }

  @Test func `A name asked for again is the same instrument`() async {
    let metrics = MetricRegistry()
    metrics.counter("shop.orders", "Orders.").add()
    metrics.counter("shop.orders", "Orders.").add()
    #expect(numbers(await metrics.collect(), "shop.orders") == [[:]: 2])
  }

  @Test func `A name for two kinds traps, and the message has both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let metrics = MetricRegistry()
      _ = metrics.counter("shop.orders", "Orders so far.")
      _ = metrics.gauge("shop.orders", "Orders.")
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("the metric 'shop.orders' is already a counter ('Orders so far.')"))
  }

  @Test func `Labels beyond the limit share a series, and are counted`() async {
    let metrics = MetricRegistry(seriesLimit: 2)
    let orders = metrics.counter("shop.orders", "Orders.")
    for country in ["NO", "SE", "DK", "FI", "NO"] { orders.add(1, ["country": country]) }
    orders.add(1, ["town": "Oslo"])
    let collected = await metrics.collect()
    #expect(
      numbers(collected, "shop.orders") == [
        ["country": "NO"]: 2, ["country": "SE"]: 1, ["country": "other"]: 3,
      ])
    #expect(
      numbers(collected, "modularitykit.metrics.overflow") == [["metric": "shop.orders"]: 3])
  }

  @Test func `A series that is called other is not there twice`() async {
    let metrics = MetricRegistry(seriesLimit: 1)
    let orders = metrics.counter("shop.orders", "Orders.")
    for country in ["other", "SE", "DK"] { orders.add(1, ["country": country]) }
    #expect(numbers(await metrics.collect(), "shop.orders") == [["country": "other"]: 3])
  }

  @Test func `Sources are asked each time, and metrics come in the order of names`() async {
    let metrics = MetricRegistry()
    let calls = EventRecorder<Int>()
    metrics.addSource {
      calls.record(1)
      return [
        Metric("b", "", kind: .gauge, points: [.init(value: .number(1))]),
        Metric("empty", "", kind: .gauge, points: []),
      ]
    }
    metrics.counter("a", "").add()
    metrics.counter("c", "").add()
    #expect(await metrics.collect().map(\.name) == ["a", "b", "c"])
    _ = await metrics.collect()
    #expect(calls.events.count == 2)
  }

  @Test func `Spans of the process are counted between start and stop`() async {
    // In a process of its own, as tracing is the process's.
    await #expect(processExitsWith: .success) {
      let metrics = MetricRegistry()
      func emit() { Trace.emit("query", kind: "metrics test", module: "Store") }
      func count() async -> UInt64 {
        let points = await metrics.collect().flatMap(\.points)
        let point = points.first { $0.labels["kind"] == "metrics test" }
        guard case .histogram(let histogram)? = point?.value else { return 0 }
        return histogram.count
      }
      emit()
      metrics.start()
      metrics.start()
      #expect(Trace.isOn)
      emit()
      #expect(await count() == 1)
      metrics.stop()
      emit()
      #expect(await count() == 1)
      metrics.start()
      emit()
      #expect(await count() == 2)
    }
  }
}
