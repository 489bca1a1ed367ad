import BenchmarkHarness
import Foundation
import RheaTime
import SectionRegistry
import Synchronization

#record("bnch", key: "RheaTime: trigger, 1 callback") {
  Benchmark(targets: [.ratio(atMost: 1.5), .mallocs(atMost: 0)]) {
    Comparison(triggering(callbacks: 1), baseline: lookingUpAndCalling(closures: 1))
  }
}

#record("bnch", key: "RheaTime: trigger, 10 callbacks") {
  Benchmark(targets: [.ratio(atMost: 1.2), .mallocs(atMost: 0)]) {
    Comparison(triggering(callbacks: 10), baseline: lookingUpAndCalling(closures: 10))
  }
}

#record("bnch", key: "RheaTime: trigger, 100 callbacks") {
  // What the harness itself allocates shows in a batch of so few triggers.
  Benchmark(targets: [.ratio(atMost: 0.8), .mallocs(atMost: 0.1)]) {
    Comparison(triggering(callbacks: 100), baseline: lookingUpAndCalling(closures: 100))
  }
}

#record("bnch", key: "RheaTime: trigger, 1 callback, beside NotificationCenter") {
  Benchmark(targets: [.ratio(atMost: 1.0 / 5)]) {
    Comparison(triggering(callbacks: 1), baseline: posting(observers: 1))
  }
}

#record("bnch", key: "RheaTime: trigger, 100 callbacks, beside NotificationCenter") {
  Benchmark(targets: [.ratio(atMost: 1.0 / 8)]) {
    Comparison(triggering(callbacks: 100), baseline: posting(observers: 100))
  }
}

#record("bnch", key: "RheaTime: trigger, no callbacks") {
  Benchmark(targets: [.mallocs(atMost: 0)]) {
    Comparison(triggering(callbacks: 0), baseline: lookingUpAndCalling(closures: 0))
  }
}

#record("bnch", key: "RheaTime: add and cancel a callback") {
  Benchmark(targets: [.ratio(atMost: 1.0 / 2), .mallocs(atMost: 6)]) {
    Comparison(
      Work { iterations in
        for _ in 0..<iterations {
          Rhea.on(.benchmark, repeatable: true) { context in blackHole(context.event) }.cancel()
        }
      },
      baseline: observingAndRemoving())
  }
}

/// An event with callbacks on the main actor, where the triggers come from too.
private func triggering(callbacks count: Int) -> Work {
  for _ in 0..<count {
    Rhea.on(.benchmark, repeatable: true) { context in blackHole(context.event) }
  }
  return Work { iterations in
    for _ in 0..<iterations { Rhea.trigger(event: .benchmark) }
  }
}

extension RheaEvent {
  fileprivate static let benchmark: RheaEvent = "benchmarkDidTrigger"
}

/// What any such library must do at least: find the closures under a lock, and
/// call them.
private func lookingUpAndCalling(closures count: Int) -> Work {
  let table = ClosureTable()
  for _ in 0..<count {
    table.closures.withLock { closures in
      closures["benchmarkDidTrigger", default: []].append(StoredClosure { blackHole($0.event) })
    }
  }
  return Work { iterations in
    let context = RheaContext(event: .benchmark)
    for _ in 0..<iterations {
      let closures = table.closures.withLock { $0["benchmarkDidTrigger"] }
      for closure in closures ?? [] { closure.body(context) }
    }
  }
}

/// A closure as it was written: as an element of an array it would be wrapped in another
/// one, which would be called as well.
private struct StoredClosure: Sendable {
  let body: @Sendable (RheaContext) -> Void
}

private final class ClosureTable: Sendable {
  let closures = Mutex<[String: [StoredClosure]]>([:])
}

/// The same with Foundation's means.
private func posting(observers count: Int) -> Work {
  let name = Notification.Name("benchmarkDidTrigger")
  for _ in 0..<count {
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      blackHole($0.name)
    }
  }
  return Work { iterations in
    for _ in 0..<iterations { NotificationCenter.default.post(name: name, object: nil) }
  }
}

/// Adding and removing an observer with Foundation's means.
private func observingAndRemoving() -> Work {
  let name = Notification.Name("benchmarkDidTrigger")
  return Work { iterations in
    for _ in 0..<iterations {
      let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        blackHole($0.name)
      }
      NotificationCenter.default.removeObserver(token)
    }
  }
}
