import BenchmarkHarness
import SectionRegistry
import ToolkitTelemetry
import ToolkitTrace

#record("bnch", key: "ToolkitTelemetry: emit while spans are counted") {
  Benchmark(
    targets: [.instructions(atMost: 3_000), .mallocs(atMost: 0)], countedIterations: 100_000
  ) {
    Trace.start(capacity: 0)
    let metrics = MetricRegistry()
    return Comparison(
      Work { iterations in
        // Detached at the end, as other benchmarks of the process trace, too.
        metrics.start()
        for _ in 0..<iterations {
          blackHole(Trace.emit("didLoad", kind: .event, module: "Benchmarks"))
        }
        metrics.stop()
      },
      baseline: Work { iterations in
        for _ in 0..<iterations {
          blackHole(Trace.emit("didLoad", kind: .event, module: "Benchmarks"))
        }
      })
  }
}

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
