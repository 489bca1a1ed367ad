import BenchmarkHarness
import Foundation
import SectionRegistry
import Synchronization
import ToolkitTrace

// Eight to an iteration, so that the loop's own instructions hardly show.
#record("bnch", key: "ToolkitTrace: emit while off") {
  Benchmark(targets: [.instructions(atMost: 3), .mallocs(atMost: 0)], countedIterations: 100_000) {
    Comparison(
      Work(operationsPerIteration: 8) { iterations in
        for _ in 0..<iterations {
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
          Trace.emit("didLoad", kind: .event, module: "Benchmarks")
        }
      },
      baseline: loadingAnAtomic())
  }
}

#record("bnch", key: "ToolkitTrace: begin and end while off") {
  Benchmark(targets: [.instructions(atMost: 6), .mallocs(atMost: 0)], countedIterations: 100_000) {
    Comparison(
      Work(operationsPerIteration: 4) { iterations in
        for _ in 0..<iterations {
          Trace.end(Trace.begin(), "load", kind: .task, module: "Benchmarks")
          Trace.end(Trace.begin(), "load", kind: .task, module: "Benchmarks")
          Trace.end(Trace.begin(), "load", kind: .task, module: "Benchmarks")
          Trace.end(Trace.begin(), "load", kind: .task, module: "Benchmarks")
        }
      },
      baseline: loadingAnAtomic())
  }
}

#record("bnch", key: "ToolkitTrace: emit while on") {
  Benchmark(targets: [.ratio(atMost: 2), .mallocs(atMost: 0)]) {
    Trace.start()
    return Comparison(
      Work { iterations in
        for _ in 0..<iterations {
          blackHole(Trace.emit("didLoad", kind: .event, module: "Benchmarks"))
        }
      },
      baseline: readingTheClockTwice())
  }
}

#record("bnch", key: "ToolkitTrace: begin and end while on") {
  Benchmark(targets: [.ratio(atMost: 2), .mallocs(atMost: 0)]) {
    Trace.start()
    return Comparison(
      Work { iterations in
        for _ in 0..<iterations {
          Trace.end(Trace.begin(), "load", kind: .task, module: "Benchmarks")
        }
      },
      baseline: readingTheClockTwice())
  }
}

/// The look at a switch that any trace must take.
private func loadingAnAtomic() -> Work {
  let flag = Flag()
  return Work(operationsPerIteration: 4) { iterations in
    for _ in 0..<iterations {
      blackHole(flag.isOn.load(ordering: .relaxed))
      blackHole(flag.isOn.load(ordering: .relaxed))
      blackHole(flag.isOn.load(ordering: .relaxed))
      blackHole(flag.isOn.load(ordering: .relaxed))
    }
  }
}

private final class Flag: Sendable {
  let isOn = Atomic(false)
}

/// The clock reads that any span with a beginning and an end must take.
private func readingTheClockTwice() -> Work {
  Work { iterations in
    var time = timespec()
    for _ in 0..<iterations {
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      blackHole(time)
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      blackHole(time)
    }
  }
}
