import Testing

@testable import ToolkitTelemetry

@Suite struct PrometheusTextTests {
  @Test func `A histogram has cumulative buckets, a sum and a count`() {
    var histogram = Metric.Histogram(bounds: [0.5, 2])
    for value in [0.25, 1, 1, 4] { histogram.record(value) }
    let metric = Metric(
      "shop.payment.duration", "The time that payments take.", unit: "s", kind: .histogram,
      points: [.init(labels: ["bank": "north"], value: .histogram(histogram))])
    #expect(
      PrometheusText.text(of: [metric]) == """
        # HELP shop_payment_duration_seconds The time that payments take.
        # TYPE shop_payment_duration_seconds histogram
        shop_payment_duration_seconds_bucket{bank="north",le="0.5"} 1
        shop_payment_duration_seconds_bucket{bank="north",le="2"} 3
        shop_payment_duration_seconds_bucket{bank="north",le="+Inf"} 4
        shop_payment_duration_seconds_sum{bank="north"} 6.25
        shop_payment_duration_seconds_count{bank="north"} 4

        """)
  }

  @Test(arguments: [
    ("shop.orders", "{order}", Metric.Kind.counter, "shop_orders_total"),
    ("shop.orders.total", "", .counter, "shop_orders_total"),
    ("shop.time", "s", .counter, "shop_time_seconds_total"),
    ("shop.time.seconds", "s", .gauge, "shop_time_seconds"),
    ("shop.memory", "By", .gauge, "shop_memory_bytes"),
    ("shop.load", "1", .gauge, "shop_load_ratio"),
    ("shop.tries", "1", .counter, "shop_tries_total"),
    ("shop.speed", "m/s", .gauge, "shop_speed_m_s"),
    ("9 lives-⚓︎", "", .gauge, "_9_lives___"),
    ("", "", .gauge, "_"),
  ]) func `Names have the unit at the end`(
    name: String, unit: String, kind: Metric.Kind, expected: String
  ) {
    let metric = Metric(name, "", unit: unit, kind: kind, points: [])
    #expect(PrometheusName.ofMetric(metric) == expected)
  }

  @Test func `Names of labels that become one have both values`() {
    let labels = PrometheusName.labels(["a.b": "2", "a_b": "3", "__x": "4"], isHistogram: false)
    #expect(labels.map(\.name) == ["a_b", "key__x"])
    #expect(labels.map(\.value) == ["2;3", "4"])
  }

  @Test func `A label le of a histogram is not the bound`() {
    #expect(PrometheusName.labels(["le": "1"], isHistogram: true).map(\.name) == ["le_"])
    #expect(PrometheusName.labels(["le": "1"], isHistogram: false).map(\.name) == ["le"])
  }

  @Test(arguments: [
    (1.0, "1"), (-0.5, "-0.5"), (1e300, "1e+300"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
    (.nan, "NaN"), (0.000_01, "1e-05"),
  ]) func `Numbers are as the format has them`(number: Double, text: String) {
    #expect(PrometheusWriter.text(of: number) == text)
  }

  @Test func `A metric whose samples are taken is left out with a comment`() {
    let histogram = Metric.Histogram(bounds: [], counts: [0], sum: 0)
    let text = PrometheusText.text(of: [
      Metric("a.b", "", kind: .histogram, points: [.init(value: .histogram(histogram))]),
      Metric("a.b.count", "", kind: .gauge, points: [.init(value: .number(5))]),
      Metric("a_b", "", kind: .gauge, points: [.init(value: .number(5))]),
    ])
    #expect(text.contains("# 'a.b.count' is omitted: 'a.b' also has a_b_count.\n"))
    #expect(text.contains("# 'a_b' is omitted: 'a.b' also has a_b.\n"))
    #expect(!text.contains(" 5\n"))
  }

  @Test(arguments: 1...30) func `Text that is read back has the same metrics`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let metrics = (0..<5).map { Metric.random(number: $0, using: &random) }
    let families = try PrometheusReader.families(in: PrometheusText.text(of: metrics))
    #expect(families.map(\.name) == metrics.map(PrometheusName.ofMetric))
    for (family, metric) in zip(families, metrics) {
      #expect(family.summary == metric.summary)
      #expect(family.kind == metric.kind.rawValue)
      #expect(family.points == metric.points)
    }
  }
}
