import Foundation
import Synchronization
@_spi(Benchmarks) import TaskKit

// How late timers are: 200,000 of them, spread over a second. A command of its own,
// because it measures a distribution and not how long something takes:
//
//   swift run -c release --package-path Benchmarks lateness
//
// Ends with 1 if one of them was early, or one in a hundred later than 2 ms. Beside
// them a thread does nothing but sleep, which tells how late the machine itself is: on
// a busy one, both are late.

let count = 200_000
let timers = TimerBenchmark()
let limit = Duration.milliseconds(2)

/// Durations, the shortest first, and what one says of them.
struct Distribution {
  let sorted: [Duration]

  var shortest: Duration { sorted[0] }
  var longest: Duration { sorted[sorted.count - 1] }

  /// What this share of them does not exceed.
  func quantile(_ share: Double) -> Duration { sorted[Int(Double(sorted.count - 1) * share)] }

  var text: String {
    [
      ("earliest", shortest), ("median", quantile(0.5)), ("99 %", quantile(0.99)),
      ("99.9 %", quantile(0.999)), ("latest", longest),
    ].map { "\($0) \(Self.text($1))" }.joined(separator: ", ")
  }

  static func text(_ duration: Duration) -> String {
    duration.formatted(.units(allowed: [.microseconds], maximumUnitCount: 1))
  }
}

/// Sleeps for a millisecond as often as a second has some, on a thread of its own, and
/// says how much longer each sleep was.
func sleeping() async -> Distribution {
  await withCheckedContinuation { finished in
    Thread.detachNewThread {
      let clock = ContinuousClock()
      let lateness = (0..<1_000).map { _ in
        clock.measure { Thread.sleep(forTimeInterval: 0.001) } - .milliseconds(1)
      }
      finished.resume(returning: Distribution(sorted: lateness.sorted()))
    }
  }
}

/// Lets timers run that are spread over a second, and says how late they were; one that was
/// early counts as negative.
func lateness(of count: Int) async -> Distribution {
  let log = Log()
  let start = timers.now + .milliseconds(500)
  return await withCheckedContinuation { finished in
    for index in 0..<count {
      let deadline = start + .nanoseconds(1_000_000_000 / count * (index * 7_919 % count))
      timers.start(at: deadline) { [timers] in
        let all = log.lateness.withLock { lateness in
          lateness.append(timers.now - deadline)
          return lateness.count == count ? lateness : nil
        }
        if let all { finished.resume(returning: Distribution(sorted: all.sorted())) }
      }
    }
  }
}

final class Log: Sendable {
  let lateness = Mutex<[Duration]>([])
}

// The first time wakes everything up.
_ = await lateness(of: count / 10)
async let machine = sleeping()
let late = await lateness(of: count)

print("How late, in microseconds:")
print("  \(count.formatted()) timers over a second: \(late.text)")
print("  a thread that only sleeps: \(await machine.text)")
let isEarly = late.shortest < .zero
let isLate = late.quantile(0.99) > limit
if isEarly { print("One timer was early.") }
if isLate { print("More than one timer in a hundred was later than \(Distribution.text(limit)).") }
exit(isEarly || isLate ? 1 : 0)
