import BenchmarkHarness
import Foundation
import SectionRegistry
import ToolkitTelemetry
import ToolkitTrace

// What telemetry costs the thread that ends a span or writes a record: the queue, and waking the
// task that exports or counts. Measured is the processor time of that thread, as the task works on
// other threads meanwhile. Its instructions are not counted, as those of the task would be, too.

#record("bnch", key: "ToolkitTelemetry: end an exported span") {
  Benchmark(targets: [.ratio(atMost: 3.5)], isOnlyTimed: true) {
    let telemetry = try exporting()
    let work = handingOver(endSpan) { await telemetry.flush() }
    return Comparison(work, baseline: readingTheClockTwiceOnThread())
  }
}

#record("bnch", key: "ToolkitTelemetry: end a counted span") {
  Benchmark(targets: [.ratio(atMost: 3.5)], isOnlyTimed: true) {
    let metrics = MetricRegistry()
    metrics.start()
    let work = handingOver(endSpan) { _ = await metrics.collect() }
    return Comparison(work, baseline: readingTheClockTwiceOnThread())
  }
}

#record("bnch", key: "ToolkitTelemetry: write an exported log record") {
  Benchmark(targets: [.ratio(atMost: 1.5)], isOnlyTimed: true) {
    let telemetry = try exporting()
    let work = handingOver({ telemetry.logSink.receive(logRecord) }) { await telemetry.flush() }
    return Comparison(work, baseline: readingTheClockTwiceOnThread())
  }
}

/// The number of items that have room; before there are more, the benchmark waits for the task.
private let queueSize = 1 << 14

/// Starts an export to files that are removed at once, and never full.
private func exporting() throws -> Telemetry {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  func file(_ name: String) -> TelemetryFile {
    var file = TelemetryFile(path: folder.appending(path: name).path)
    file.maximumSize = .max
    return file
  }
  var configuration = TelemetryConfiguration(.file(file("traces")))
  configuration.logs.destination = .file(file("logs"))
  configuration.batching.queueSize = queueSize
  configuration.batching.delay = .seconds(3_600)
  configuration.logs.batching = configuration.batching
  let telemetry = try Telemetry(configuration)
  try FileManager.default.removeItem(at: folder)
  telemetry.start()
  return telemetry
}

private let logRecord = LogRecord(
  nanosecondsSince1970: 1, severity: .info, source: "Benchmarks", message: "loaded")

private func endSpan() {
  Trace.end(Trace.begin(), "load", kind: .task, module: "Benchmarks")
}

/// Makes the work of a thread that hands items to a task.
///
/// - Parameters:
///   - hand: Hands over an item.
///   - settle: Waits until the task has dealt with all items.
/// - Returns: The work, whose time is that of the thread without the task's.
private func handingOver(
  _ hand: @escaping @Sendable () -> Void, settle: @escaping @Sendable () async -> Void
) -> Work {
  let count = 4_096
  return Work.timed(operationsPerIteration: count) { iterations in
    // What was left by the iterations before.
    await settle()
    var time = Duration.zero
    var pending = 0
    for _ in 0..<iterations {
      if pending + count > queueSize {
        await settle()
        pending = 0
      }
      let start = processorTime()
      for _ in 0..<count { hand() }
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
