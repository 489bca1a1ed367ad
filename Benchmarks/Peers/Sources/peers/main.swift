// Prints a table: a row for each work, a column for each library that was given, with the time in
// nanoseconds and its ratio to that of Pharos. Each is the shortest of some batches, and all
// libraries take turns in one process, so that whatever else the machine does slows all of them.

var peers = [Peer.pharos]
#if canImport(OpenCombine)
  peers.append(.openCombine)
#endif
#if canImport(RxSwift)
  peers.append(.rxSwift)
#endif
#if canImport(ReactiveSwift)
  peers.append(.reactiveSwift)
#endif

let batches = 11
let clock = ContinuousClock()

/// The number of times to do something, so that a batch of it takes some milliseconds.
func iterations(of work: Work) -> Int {
  var count = 1
  while clock.measure({ work(count) }) < .milliseconds(5) { count *= 2 }
  return count
}

func nanoseconds(_ duration: Duration) -> Double { duration / .nanoseconds(1) }

func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A time, and its ratio to another.
func figure(_ time: Double, besides other: Double) -> String {
  let tenths = Int((time / other * 10).rounded())
  return "\(Int(time.rounded())) ns (\(tenths / 10).\(tenths % 10))"
}

let columnWidth = 22
let firstColumn = Row.allCases.map(\.rawValue.count).max() ?? 0
print(
  String(repeating: " ", count: firstColumn)
    + peers.map { padded($0.name, to: columnWidth) }.joined())
for row in Row.allCases {
  let works = peers.map { $0.work(row) }
  let counts = works.map(iterations)
  var times = peers.map { _ in [Double]() }
  for _ in 0..<batches {
    for index in works.indices {
      let time = clock.measure { works[index](counts[index]) }
      times[index].append(nanoseconds(time) / Double(counts[index]))
    }
  }
  let best = times.map { $0.min() ?? 0 }
  print(
    row.rawValue + String(repeating: " ", count: firstColumn - row.rawValue.count)
      + best.map { padded(figure($0, besides: best[0]), to: columnWidth) }.joined())
}
