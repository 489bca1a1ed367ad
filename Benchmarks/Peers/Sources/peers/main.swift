// Prints a table: a row for each work, a column for each library that was given, each figure the
// middle one of some batches, in nanoseconds. All libraries take turns in one process, so that
// whatever else the machine does slows all of them.

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

let firstColumn = Row.allCases.map(\.rawValue.count).max() ?? 0
print(
  String(repeating: " ", count: firstColumn)
    + peers.map { padded($0.name, to: 15) }.joined())
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
  let middles = times.map { $0.sorted()[batches / 2] }
  print(
    row.rawValue + String(repeating: " ", count: firstColumn - row.rawValue.count)
      + middles.map { padded("\(Int($0.rounded())) ns", to: 15) }.joined())
}
