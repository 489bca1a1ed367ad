import BenchmarkHarness
import Pharos
import SectionRegistry
import Synchronization

#record("bnch", key: "Pharos: set, no observer") {
  Benchmark(targets: [.ratio(atMost: 1.6), .mallocs(atMost: 0), .instructions(atMost: 110)]) {
    Comparison(setting(observed(by: 0)), baseline: storing())
  }
}

#record("bnch", key: "Pharos: set, 1 observer") {
  Benchmark(targets: [.ratio(atMost: 2), .mallocs(atMost: 0), .instructions(atMost: 320)]) {
    Comparison(setting(observed(by: 1)), baseline: storingAndCalling(closures: 1))
  }
}

#record("bnch", key: "Pharos: set, 10 observers") {
  Benchmark(targets: [.mallocs(atMost: 0), .instructions(atMost: 520)]) {
    Comparison(setting(observed(by: 10)), baseline: storingAndCalling(closures: 10))
  }
}

#record("bnch", key: "Pharos: set, 100 observers") {
  Benchmark(targets: [.ratio(atMost: 0.6), .mallocs(atMost: 0.1), .instructions(atMost: 3_300)]) {
    Comparison(setting(observed(by: 100)), baseline: storingAndCalling(closures: 100))
  }
}

// What the class adds whose property it is: a reference to the observable.
#record("bnch", key: "Pharos: set a property, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0)]) {
    let model = Model()
    let tally = Tally()
    model.$count.whenDidSet { tally.add($0.new) }
    return Comparison(
      working(on: model) { model, iterations in
        for iteration in 0..<iterations { model.count = iteration }
      }, baseline: storingAndCalling(closures: 1))
  }
}

#record("bnch", key: "Pharos: get") {
  Benchmark(targets: [.mallocs(atMost: 0)]) {
    Comparison(
      working(on: observed(by: 0)) { value, iterations in
        for _ in 0..<iterations { blackHole(value.wrappedValue) }
      })
  }
}

#record("bnch", key: "Pharos: set, 10 maps in a chain, 1 observer") {
  Benchmark(targets: [.ratio(atMost: 6), .mallocs(atMost: 0)]) {
    let value = observed(by: 0)
    let tally = Tally()
    var relay: ValueRelay<Int> = value.projectedValue
    for _ in 0..<10 { relay = relay.map { $0 &+ 1 } }
    relay.whenDidSet { tally.add($0.new) }
    return Comparison(setting(value), baseline: settingByHand(throughCells: 10))
  }
}

#record("bnch", key: "Pharos: set, a map, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0)]) { settingThrough { $0.map { $0 &+ 1 } } }
}

#record("bnch", key: "Pharos: set, a filter, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0)]) { settingThrough { $0.filter { $0 & 1 == 0 } } }
}

#record("bnch", key: "Pharos: set, a scan, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0)]) { settingThrough { $0.scan(0, &+) } }
}

#record("bnch", key: "Pharos: set, a diamond, 1 observer") {
  Benchmark(targets: [.ratio(atMost: 6), .mallocs(atMost: 0), .instructions(atMost: 1_700)]) {
    let value = observed(by: 0)
    let tally = Tally()
    mergeRelays(
      value.projectedValue.map { $0 &+ 1 }, value.projectedValue.map { $0 &* 2 }
    )
    .whenDidSet { tally.add($0.new.0 &+ $0.new.1) }
    return Comparison(setting(value), baseline: setting(observed(by: 1)))
  }
}

#record("bnch", key: "Pharos: observe and discard") {
  Benchmark(targets: [.ratio(atMost: 5), .mallocs(atMost: 3)]) {
    Comparison(subscribing(besides: 0), baseline: subscribingByHand(besides: 0))
  }
}

#record("bnch", key: "Pharos: observe and discard, besides 1,000 others") {
  Benchmark(targets: [.ratio(atMost: 5), .mallocs(atMost: 3.1)]) {
    Comparison(subscribing(besides: 1_000), baseline: subscribingByHand(besides: 1_000))
  }
}

#record("bnch", key: "Pharos: set, a filter and a scan, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0)]) {
    settingThrough { $0.filter { $0 >= 0 }.scan(0, &+) }
  }
}

#record("bnch", key: "Pharos: make a relay and drop it") {
  Benchmark(targets: [.instructions(atMost: 1_500), .mallocs(atMost: 2)]) {
    Comparison(
      Work { iterations in
        for iteration in 0..<iterations { blackHole(SharedRelay(iteration)) }
      }, baseline: allocating())
  }
}

#record("bnch", key: "Pharos: make a relay with an observer and drop it") {
  Benchmark(targets: [.instructions(atMost: 3_500), .mallocs(atMost: 4)]) {
    let tally = Tally()
    return Comparison(
      Work { iterations in
        for iteration in 0..<iterations {
          let relay = SharedRelay(iteration)
          relay.whenDidSet { tally.add($0.new) }
          blackHole(relay)
        }
      }, baseline: allocating())
  }
}

/// What observers add to: they should do next to nothing, so that it is not them
/// who are measured.
final class Tally: @unchecked Sendable {
  // Only the task that does the work uses it.
  @exclusivity(unchecked) private var sum = 0

  func add(_ number: Int) { unsafe sum &+= number }
}

/// An object with a property to observe, as an app has them.
private final class Model {
  @Relayed var count = 0
}

/// Work on something that is made before anything is measured.
func working<Subject: AnyObject>(
  on subject: Subject, _ body: @escaping @Sendable (Subject, Int) -> Void
) -> Work {
  // Only the task that does the work uses it.
  nonisolated(unsafe) let subject = subject
  return Work { iterations in body(unsafe subject, iterations) }
}

func setting(_ value: Observable<Int>) -> Work {
  working(on: value) { value, iterations in
    for iteration in 0..<iterations { value.wrappedValue = iteration }
  }
}

/// Setting a value that one observer sees through an operator.
private func settingThrough(_ make: (ValueRelay<Int>) -> ValueRelay<Int>) -> Comparison {
  let value = observed(by: 0)
  let tally = Tally()
  make(value.projectedValue).whenDidSet { tally.add($0.new) }
  return Comparison(setting(value), baseline: setting(observed(by: 1)))
}

func observed(by count: Int) -> Observable<Int> {
  let value = Observable(wrappedValue: 0)
  let tally = Tally()
  for _ in 0..<count { value.projectedValue.addDidSet { tally.add($0.new) } }
  return value
}

func subscribing(besides count: Int) -> Work {
  let tally = Tally()
  return working(on: observed(by: count)) { value, iterations in
    for _ in 0..<iterations { value.projectedValue.addDidSet { tally.add($0.new) }.discard() }
  }
}

/// The same by hand: an array of objects behind a lock, in which one finds itself
/// to leave it.
private func subscribingByHand(besides count: Int) -> Work {
  let tally = Tally()
  let listeners = Listeners()
  for _ in 0..<count { listeners.add(Listener { tally.add($0) }) }
  return Work { iterations in
    for _ in 0..<iterations {
      let listener = Listener { tally.add($0) }
      listeners.add(listener)
      listeners.remove(listener)
    }
  }
}

private final class Listener: Sendable {
  let call: @Sendable (Int) -> Void

  init(_ call: @escaping @Sendable (Int) -> Void) {
    self.call = call
  }
}

private final class Listeners: Sendable {
  private let all = Mutex<[Listener]>([])

  func add(_ listener: Listener) {
    all.withLock { $0.append(listener) }
  }

  func remove(_ listener: Listener) {
    all.withLock { all in
      if let index = all.lastIndex(where: { $0 === listener }) { all.remove(at: index) }
    }
  }
}

/// The same by hand: values behind locks, each with a closure that sets the next.
private func settingByHand(throughCells count: Int) -> Work {
  let tally = Tally()
  let first = LockedValue()
  var last = first
  for _ in 0..<count {
    let next = LockedValue()
    last.state.withLock { $0.closures.append(Closure { next.set($0 &+ 1) }) }
    last = next
  }
  last.state.withLock { $0.closures.append(Closure { tally.add($0) }) }
  return Work { iterations in
    for iteration in 0..<iterations { first.set(iteration) }
  }
}

/// The least that a thread-safe value takes.
private func storing() -> Work {
  let value = LockedValue()
  return Work { iterations in
    for iteration in 0..<iterations { value.state.withLock { $0.value = iteration } }
  }
}

/// The same by hand: an array of closures behind a lock.
func storingAndCalling(closures count: Int) -> Work {
  let value = LockedValue()
  let tally = Tally()
  for _ in 0..<count { value.state.withLock { $0.closures.append(Closure { tally.add($0) }) } }
  return Work { iterations in
    for iteration in 0..<iterations { value.set(iteration) }
  }
}

/// A closure in a structure: an element of an array of closures would be called through two more
/// functions, since generic code takes its arguments otherwise.
struct Closure: Sendable {
  let call: @Sendable (Int) -> Void

  init(_ call: @escaping @Sendable (Int) -> Void) {
    self.call = call
  }
}

final class LockedValue: Sendable {
  struct State {
    var value = 0
    var closures: [Closure] = []
  }

  let state = Mutex(State())

  /// Stores a value and calls the closures.
  func set(_ new: Int) {
    let closures = state.withLock { state in
      state.value = new
      return state.closures
    }
    for closure in closures { closure.call(new) }
  }
}

/// The least that anything with a life of its own takes.
func allocating() -> Work {
  Work { iterations in
    for iteration in 0..<iterations { blackHole(Token(number: iteration)) }
  }
}

private final class Token {
  let number: Int

  init(number: Int) {
    self.number = number
  }
}
