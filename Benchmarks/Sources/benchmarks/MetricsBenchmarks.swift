import BenchmarkHarness
import SectionRegistry
import ToolkitTelemetry

#record("bnch", key: "ToolkitTelemetry: add to a counter with a label") {
  Benchmark(
    targets: [.instructions(atMost: 2_700), .mallocs(atMost: 2)], countedIterations: 100_000
  ) {
    let counter = MetricRegistry().counter("shop.orders", "Orders.")
    return Comparison(
      Work { iterations in for _ in 0..<iterations { counter.add(1, ["country": "NO"]) } },
      baseline: Work { iterations in for _ in 0..<iterations { counter.add() } })
  }
}
