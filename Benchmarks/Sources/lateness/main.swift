import Foundation
@_spi(Benchmarks) import TaskKit

// How late timers are: 200,000 of them, spread over a second. A command of its own,
// because it measures a distribution and not how long something takes:
//
//   swift run -c release --package-path Benchmarks lateness
//
// Ends with 1 if one of them was early, or one in a hundred later than 2 ms.

let count = 200_000
let limit = Duration.milliseconds(2)

func text(_ duration: Duration) -> String {
  duration.formatted(.units(allowed: [.microseconds], maximumUnitCount: 1))
}

let timers = TimerBenchmark(pending: 0)
// The first time wakes everything up.
_ = await timers.lateness(of: count / 10)
let lateness = await timers.lateness(of: count)

func quantile(_ share: Double) -> Duration { lateness[Int(Double(count - 1) * share)] }

let (earliest, late, latest) = (lateness[0], quantile(0.99), lateness[count - 1])
print("\(count.formatted()) timers over 1 s, in microseconds after their moments:")
print("  earliest \(text(earliest)), median \(text(quantile(0.5))), 99 % \(text(late))")
print("  99.9 % \(text(quantile(0.999))), latest \(text(latest))")
if earliest < .zero { print("One was early.") }
if late > limit { print("More than one in a hundred was later than \(text(limit)).") }
exit(earliest < .zero || late > limit ? 1 : 0)
