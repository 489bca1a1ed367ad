import BenchmarkHarness
import Dispatch
import SectionRegistry
@_spi(Benchmarks) import TaskKit

// Of Dispatch's timers none waits: it is not slowed down by a million of its own.
#record("bnch", key: "TaskKit: start and cancel a timer, 1,000,000 pending") {
  Benchmark(
    targets: [.ratio(atMost: 1 / 6.5), .time(atMost: .nanoseconds(150)), .mallocs(atMost: 0)]
  ) {
    Comparison(startingAndCancelling(pending: 1_000_000), baseline: startingAndCancellingSources())
  }
}

/// Starts a timer and cancels it, while others wait that are an hour and more away.
private func startingAndCancelling(pending: Int) -> Work {
  let timers = TimerBenchmark()
  for index in 0..<pending {
    timers.start(at: .seconds(3_600) + .microseconds(index * 7_919 % 10_000_000)) {}
  }
  return Work { timers.startAndCancel($0, from: .seconds(3_601)) }
}

/// The same with timers of Dispatch, each a source of its own.
private func startingAndCancellingSources() -> Work {
  let queue = DispatchQueue(label: "timers")
  return Work { iterations in
    for _ in 0..<iterations {
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.setEventHandler {}
      source.schedule(deadline: .now() + .seconds(3_601))
      source.activate()
      source.cancel()
    }
  }
}
