import Foundation
import ToolkitTelemetry
import ToolkitTrace

// What becomes of the spans of a process that ends 100,000 of them in a second, with the default
// queue and batches and a file as the destination: how many are dropped, what ending one costs the
// thread that does, and how much memory the process takes. The same for spans that end as fast as a
// thread can end them. A command of its own, because it measures what is lost and not how long
// something takes:
//
//   swift run -c release --package-path Benchmarks telemetry
//
// Ends with 1 if a span is neither exported nor counted as dropped, or if the memory grows by more
// than 64 MB.

/// The figures of a run.
struct Outcome {
  var spans: Int
  var nanosecondsPerSpan: Double
  var statistics: TelemetryStatistics
  var isComplete: Bool { statistics.exported + statistics.dropped == spans }
}

/// The processor time of the calling thread, in nanoseconds.
func threadTime() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The largest amount of memory that the process has had so far, in kilobytes.
func memory() -> Int {
  var usage = rusage()
  unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
}

/// Ends spans on a thread of its own, a hundred at a time, with pauses between.
func endSpans(_ count: Int, pause: TimeInterval) async -> Double {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      var time = 0
      var due = Date()
      for _ in 0..<count / 100 {
        let start = threadTime()
        for _ in 0..<100 {
          Trace.end(Trace.begin(), "unload", kind: .task, module: "Benchmarks")
        }
        time += threadTime() - start
        due += pause
        // By the clock and not after a time, so that the rate holds however long spans take.
        if pause > 0 { Thread.sleep(until: due) }
      }
      continuation.resume(returning: Double(time) / Double(count))
    }
  }
}

/// Exports spans to a file.
func export(_ count: Int, pause: TimeInterval) async throws -> Outcome {
  let path = NSTemporaryDirectory() + "telemetry-\(UUID().uuidString).jsonl"
  defer { try? FileManager.default.removeItem(atPath: path) }
  var configuration = TelemetryConfiguration.file(at: path)
  if case .file(var file) = configuration.destination {
    file.maximumSize = 16 << 20
    file.backups = 0
    configuration.destination = .file(file)
  }
  // What is dropped is printed below.
  let telemetry = try Telemetry(configuration, report: { _ in })
  telemetry.start()
  let time = await endSpans(count, pause: pause)
  await telemetry.shutdown()
  return Outcome(spans: count, nanosecondsPerSpan: time, statistics: telemetry.statistics)
}

_ = try await export(100_000, pause: 0)
let memoryBefore = memory()
let paced = try await export(500_000, pause: 0.001)
let fast = try await export(1_000_000, pause: 0)
let growth = memory() - memoryBefore
for (name, outcome) in [("100,000 in a second", paced), ("as fast as they end", fast)] {
  let dropped = outcome.statistics.dropped
  let share = Double(dropped) / Double(outcome.spans)
  print(
    """
    \(outcome.spans.formatted()) spans, \(name): \
    \(outcome.nanosecondsPerSpan.formatted(.number.precision(.fractionLength(0)))) ns of the \
    thread for each, \(dropped.formatted()) dropped \
    (\(share.formatted(.percent.precision(.fractionLength(2)))))
    """)
}
print("The memory has grown by \(growth.formatted()) kB.")
exit(paced.isComplete && fast.isComplete && growth < 65_536 ? 0 : 1)
