import ToolkitTelemetry
import ToolkitTrace

/// Metrics of all kinds, with texts that have to be escaped.
enum MetricsFixture {
  /// Returns them as Prometheus reads them.
  static func text(emitting emitSpans: () -> Void) async -> String {
    let metrics = MetricRegistry(seriesLimit: 8)
    metrics.start()
    emitSpans()
    metrics.stop()
    let orders = metrics.counter("shop.orders", "Orders with \\ and\na second line.")
    for country in 1...20 { orders.add(0.5, ["country": "\"\(country)\"\\\n⚓︎"]) }
    metrics.gauge("shop.load", "The part of the time at work.", unit: "1").set(-.infinity)
    metrics.gauge("shop.memory", "The memory in use.", unit: "By").set(3e15)
    metrics.histogram("shop.basket.size", "Things in a basket.", unit: "{thing}", bounds: [1, 2.5])
      .record(2, ["le": "2", "__name": "a", "a.b": "c"])
    metrics.addSource {
      [
        Metric(
          "shop.workers", "The workers.", unit: "{worker}", kind: .gauge,
          points: [.init(value: .number(3))])
      ]
    }
    return PrometheusText.text(of: await metrics.collect())
  }
}
