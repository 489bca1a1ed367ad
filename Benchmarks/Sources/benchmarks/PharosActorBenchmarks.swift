import BenchmarkHarness
import Dispatch
import Foundation
import Pharos
import SectionRegistry
import Synchronization

// Observers of the main actor, as apps have them, beside those of the same property without an
// actor.
#record("bnch", key: "Pharos: set on the main actor, 1 observer") {
  Benchmark(targets: [.ratio(atMost: 1.3), .mallocs(atMost: 0)]) {
    Comparison(await settingOnMain(observers: 1), baseline: settingElsewhere(observers: 1))
  }
}

#record("bnch", key: "Pharos: set on the main actor, 100 observers") {
  Benchmark(targets: [.ratio(atMost: 1.3), .mallocs(atMost: 0.1)]) {
    Comparison(await settingOnMain(observers: 100), baseline: settingElsewhere(observers: 100))
  }
}

#record("bnch", key: "Pharos: observe and discard on the main actor") {
  Benchmark(targets: [.ratio(atMost: 1.3), .mallocs(atMost: 5)]) {
    let model = await MainModel(observers: 0)
    return Comparison(
      Work { iterations in await model.observeAndDiscard(iterations) },
      baseline: working(on: PlainModel(observers: 0)) { $0.observeAndDiscard($1) })
  }
}

#record("bnch", key: "Pharos: set a shared relay 400,000 times, 2 threads") {
  Benchmark(targets: [.ratio(atMost: 2)], isOnlyTimed: true) {
    let relay = SharedRelay(0)
    let value = LockedValue()
    let tally = SharedTally()
    relay.whenDidSet { tally.add($0.new) }
    value.state.withLock { $0.closures.append(Closure { tally.add($0) }) }
    return Comparison(
      settingByTwoThreads { relay.set($0) }, baseline: settingByTwoThreads { value.set($0) })
  }
}

// A change that has to wait, as where threads meet: here on one thread, so that it can be counted.
#record("bnch", key: "Pharos: set a relay in an observer of another") {
  Benchmark(targets: [.mallocs(atMost: 0)]) {
    let (first, second) = (SharedRelay(0), SharedRelay(0))
    let tally = SharedTally()
    first.whenDidSet { second.set($0.new) }
    second.whenDidSet { tally.add($0.new) }
    let (cause, effect) = (LockedValue(), LockedValue())
    cause.state.withLock { $0.closures.append(Closure { effect.set($0) }) }
    effect.state.withLock { $0.closures.append(Closure { tally.add($0) }) }
    return Comparison(
      Work { iterations in
        for iteration in 0..<iterations { first.set(iteration) }
      },
      baseline: Work { iterations in
        for iteration in 0..<iterations { cause.set(iteration) }
      })
  }
}

/// An object of the main actor with a property to observe.
@MainActor
private final class MainModel {
  @Relayed var count = 0
  private let tally = Tally()

  init(observers: Int) {
    for _ in 0..<observers { $count.addDidSet { [tally] in tally.add($0.new) } }
  }

  func set(_ iterations: Int) {
    for iteration in 0..<iterations { count = iteration }
  }

  func observeAndDiscard(_ iterations: Int) {
    for _ in 0..<iterations { $count.addDidSet { [tally] in tally.add($0.new) }.discard() }
  }
}

/// The same object without an actor.
private final class PlainModel {
  @Relayed var count = 0
  private let tally = Tally()

  init(observers: Int) {
    for _ in 0..<observers { $count.addDidSet { [tally] in tally.add($0.new) } }
  }

  func set(_ iterations: Int) {
    for iteration in 0..<iterations { count = iteration }
  }

  func observeAndDiscard(_ iterations: Int) {
    for _ in 0..<iterations { $count.addDidSet { [tally] in tally.add($0.new) }.discard() }
  }
}

/// A counter that observers on several threads add to.
private final class SharedTally: Sendable {
  private let sum = Atomic(0)

  func add(_ number: Int) { sum.wrappingAdd(number, ordering: .relaxed) }
}

private func settingOnMain(observers: Int) async -> Work {
  let model = await MainModel(observers: observers)
  return Work { iterations in await model.set(iterations) }
}

private func settingElsewhere(observers: Int) -> Work {
  working(on: PlainModel(observers: observers)) { $0.set($1) }
}

/// Two threads at once, each of which sets 200,000 times.
///
/// So often that they meet: a thread that has less to do is done before the system has started
/// the other.
private func settingByTwoThreads(_ set: @escaping @Sendable (Int) -> Void) -> Work {
  let work = { @Sendable in
    for number in 0..<200_000 { set(number) }
  }
  return Work { iterations in
    for _ in 0..<iterations {
      let (start, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread {
        start.signal()
        work()
        end.signal()
      }.start()
      start.wait()
      work()
      end.wait()
    }
  }
}
