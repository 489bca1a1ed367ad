import Foundation
import Pharos
import Synchronization

// How long setting a relay takes while other threads set it, too: four threads, each of
// which sets it 25,000 times, and one observer. A command of its own, because it
// measures a distribution and not how long something takes:
//
//   swift run -c release --package-path Benchmarks latency
//
// Ends with 1 if a change was lost, or if one set in a thousand took more than 2 ms.
// On a machine with fewer than four processors, the longest are those in the middle of
// which the system let another thread run.

let writers = 4
let count = 25_000
let limit = Duration.milliseconds(2)

/// Sets a relay from several threads, and measures each time.
func setting() -> (durations: [Duration], delivered: Int) {
  let relay = SharedRelay(0)
  let delivered = Atomic(0)
  let (ready, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let all = Mutex<[Duration]>([])
  relay.whenDidSet { _ in _ = delivered.wrappingAdd(1, ordering: .relaxed) }
  for _ in 0..<writers {
    Thread.detachNewThread {
      ready.wait()
      let clock = ContinuousClock()
      let own = (0..<count).map { number in clock.measure { relay.set(number) } }
      all.withLock { $0 += own }
      done.signal()
    }
  }
  for _ in 0..<writers { ready.signal() }
  for _ in 0..<writers { done.wait() }
  // What was left to others to deliver.
  while delivered.load(ordering: .relaxed) < writers * count {
    Thread.sleep(forTimeInterval: 0.01)
  }
  return (all.withLock(\.self), delivered.load(ordering: .relaxed))
}

func text(_ duration: Duration) -> String {
  let nanoseconds =
    duration.components.attoseconds / 1_000_000_000
    + duration.components.seconds * 1_000_000_000
  return "\((Double(nanoseconds) / 1_000).formatted(.number.precision(.fractionLength(1)))) µs"
}

// The first time wakes everything up.
_ = setting()
let (durations, delivered) = setting()
let sorted = durations.sorted()
let quantiles = [("median", 0.5), ("99 %", 0.99), ("99.9 %", 0.999), ("longest", 1)].map {
  (name: $0, duration: sorted[Int(Double(sorted.count - 1) * $1)])
}
print("How long setting a relay takes, \(writers) threads, \(sorted.count.formatted()) times:")
print("  " + quantiles.map { "\($0.name) \(text($0.duration))" }.joined(separator: ", "))
let isLate = quantiles[2].duration > limit
if isLate { print("One set in a thousand took more than \(text(limit)).") }
exit(isLate || delivered != writers * count ? 1 : 0)
