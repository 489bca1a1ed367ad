import BenchmarkHarness
import Foundation
import SectionRegistry
import ToolkitTelemetry
import ToolkitTrace

// What an export costs the thread that ends a span: the queue, and waking the task that exports.
// Measured is the processor time of that thread, as the task works on other threads meanwhile. Its
// instructions are not counted, as those of the task would be, too.

#record("bnch", key: "ToolkitTelemetry: end an exported span") {
  Benchmark(targets: [.ratio(atMost: 3.5)], isOnlyTimed: true) {
    Comparison(endingSpans(of: try exporting()), baseline: readingTheClockTwiceOnThread())
  }
}

/// The number of spans that have room; before there are more, the benchmark waits for the export.
private let queueSize = 1 << 16

/// Starts an export to a file that is removed at once.
private func exporting() throws -> Telemetry {
  let path = NSTemporaryDirectory() + "benchmark-\(UUID().uuidString).jsonl"
  var configuration = TelemetryConfiguration.file(at: path)
  configuration.batching.queueSize = queueSize
  configuration.batching.delay = .seconds(3_600)
  let telemetry = try Telemetry(configuration)
  try FileManager.default.removeItem(atPath: path)
  telemetry.start()
  return telemetry
}

private func endingSpans(of telemetry: Telemetry) -> Work {
  let count = 4_096
  return Work.timed(operationsPerIteration: count) { iterations in
    // What was left by the iterations before.
    await telemetry.flush()
    var time = Duration.zero
    var pending = 0
    for _ in 0..<iterations {
      if pending + count > queueSize {
        await telemetry.flush()
        pending = 0
      }
      let start = processorTime()
      for _ in 0..<count {
        Trace.end(Trace.begin(), "load", kind: .task, module: "Benchmarks")
      }
      time += processorTime() - start
      pending += count
    }
    return time
  }
}

private func readingTheClockTwiceOnThread() -> Work {
  Work.onThread { iterations in
    var time = timespec()
    for _ in 0..<iterations {
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      blackHole(time)
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      blackHole(time)
    }
  }
}

/// The time that a processor has spent on the calling thread.
private func processorTime() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
