import BenchmarkHarness
import DerivedLibrary
import Pharos
import SectionRegistry
import Synchronization

#record("bnch", key: "Pharos: set, a derived value, 1 observer") {
  Benchmark(targets: []) {
    let tally = Tally()
    let model = DerivedModel()
    model.derived.whenDidSet { tally.add($0.new) }
    return Comparison(
      working(on: model) { model, iterations in
        for iteration in 0..<iterations { model.value.wrappedValue = iteration }
      }, baseline: setting(observed(by: 1)))
  }
}

// Nothing has changed the second time that it is read.
#record("bnch", key: "Pharos: set, and read a derived value twice") {
  Benchmark(targets: []) {
    Comparison(
      working(on: DerivedModel()) { model, iterations in
        for iteration in 0..<iterations {
          model.value.wrappedValue = iteration
          blackHole(model.derived.value)
          blackHole(model.derived.value)
        }
      }, baseline: setting(observed(by: 1)))
  }
}

// What the others cost when one is made and the first made is dropped: next to nothing.
#record("bnch", key: "Pharos: replace the oldest of 4,000 derived values") {
  Benchmark(targets: [.ratio(atMost: 1.5)], countedIterations: 500) {
    Comparison(replacingOldest(of: 4_000), baseline: replacingOldest(of: 500))
  }
}

#record("bnch", key: "Pharos: set, a derived value of two, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0), .instructions(atMost: 3_500)]) {
    let (one, other) = (observed(by: 0), observed(by: 0))
    return settingDerived(one) {
      [Derived { one.wrappedValue &+ other.wrappedValue } as Derived<Int>]
    }
  }
}

#record("bnch", key: "Pharos: set, 10 derived values in a chain, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0.1), .instructions(atMost: 18_000)]) {
    let value = observed(by: 0)
    return settingDerived(value) {
      var last: Derived<Int> = Derived { value.wrappedValue &+ 1 }
      for _ in 1..<10 {
        let former = last
        last = Derived { former.value &+ 1 }
      }
      return [last]
    }
  }
}

#record("bnch", key: "Pharos: set, a diamond of derived values, 1 observer") {
  // Some 700 of them decide in which order the values are wanted, so that none is computed behind
  // a closed guard.
  Benchmark(targets: [.mallocs(atMost: 0), .instructions(atMost: 6_000)]) {
    let value = observed(by: 0)
    return settingDerived(value) {
      let left: Derived<Int> = Derived { value.wrappedValue &+ 1 }
      let right: Derived<Int> = Derived { value.wrappedValue &* 2 }
      return [Derived { left.value &+ right.value }]
    }
  }
}

#record("bnch", key: "Pharos: set, 100 derived values of one, 1 observer each") {
  Benchmark(targets: [.ratio(atMost: 2), .mallocs(atMost: 1)], countedIterations: 200) {
    let value = observed(by: 0)
    return Comparison(
      settingDerived(value) {
        (0..<100).map { number in Derived { value.wrappedValue &+ number } as Derived<Int> }
      }.work, baseline: computingByHand(count: 100))
  }
}

// Each follows from one of two values, and from another of the two with each change of a
// third.
#record("bnch", key: "Pharos: set, 1,000 derived values whose dependencies change") {
  Benchmark(targets: [.ratio(atMost: 2)], countedIterations: 20) {
    let (one, other) = (observed(by: 0), observed(by: 0))
    let value = observed(by: 0)
    return Comparison(
      settingDerived(value) {
        (0..<1_000).map { number in
          Derived {
            let source = value.wrappedValue & 1 == 0 ? one : other
            return source.wrappedValue &+ value.wrappedValue &+ number
          } as Derived<Int>
        }
      }.work, baseline: followingByHand(count: 1_000))
  }
}

// The function and the type of the value are known to a third module alone.
#record("bnch", key: "Pharos: set, a derived value of another module, 1 observer") {
  Benchmark(targets: [.mallocs(atMost: 0), .instructions(atMost: 3_500)]) {
    let (one, other) = (observed(by: 0), observed(by: 0))
    return settingDerived(one) { [makeSum(of: one, other)] }
  }
}

#record("bnch", key: "Pharos: read an unchanged derived value") {
  Benchmark(targets: [.mallocs(atMost: 0), .instructions(atMost: 300)]) {
    let model = DerivedModel()
    blackHole(model.derived.value)
    return Comparison(
      working(on: model) { model, iterations in
        for _ in 0..<iterations { blackHole(model.derived.value) }
      })
  }
}

#record("bnch", key: "Pharos: make, observe and drop a derived value") {
  Benchmark(targets: [], countedIterations: 2_000) {
    let value = observed(by: 0)
    let tally = Tally()
    return Comparison(
      working(on: value) { value, iterations in
        for _ in 0..<iterations {
          let derived: Derived<Int> = Derived { value.wrappedValue &+ 1 }
          derived.whenDidSet { tally.add($0.new) }
        }
      }, baseline: allocating())
  }
}

/// A value that follows from another.
private final class DerivedModel {
  let value = Observable(wrappedValue: 0)
  let derived: Derived<Int>

  init() {
    derived = Derived { [value] in value.wrappedValue &+ 1 }
  }
}

/// Observed values that follow from one, of which the oldest is replaced again and again.
private final class DerivedRing {
  let value = Observable(wrappedValue: 0)
  var members: [Derived<Int>] = []
  var oldest = 0

  init(of count: Int) {
    for _ in 0..<count { members.append(made()) }
  }

  func replaceOldest() {
    members[oldest] = made()
    oldest = (oldest + 1) % members.count
  }

  private func made() -> Derived<Int> {
    let derived: Derived<Int> = Derived { [value] in value.wrappedValue &+ 1 }
    derived.whenDidSet { _ in }
    return derived
  }
}

private func replacingOldest(of count: Int) -> Work {
  working(on: DerivedRing(of: count)) { ring, iterations in
    for _ in 0..<iterations { ring.replaceOldest() }
  }
}

/// Setting a value that derived values follow from, each with an observer.
private func settingDerived(
  _ value: Observable<Int>, _ make: () -> [Derived<Int>]
) -> Comparison {
  let tally = Tally()
  let derived = make()
  for derived in derived { derived.whenDidSet { tally.add($0.new) } }
  let model = DerivedGroup(of: value, derived)
  return Comparison(
    working(on: model) { model, iterations in
      for _ in 0..<iterations { model.setNext() }
    }, baseline: setting(observed(by: 1)))
}

/// Derived values, which live as long as they are kept, and what they follow from.
private final class DerivedGroup {
  let value: Observable<Int>
  private let derived: [Derived<Int>]
  private var next = 0

  init(of value: Observable<Int>, _ derived: [Derived<Int>]) {
    self.value = value
    self.derived = derived
  }

  /// Sets the value to one that it has not had, also where each batch has one iteration.
  func setNext() {
    next &+= 1
    value.wrappedValue = next
  }
}

/// The same by hand: closures that compute a value of their own behind a lock,
/// and call an observer if it is another than before.
private func computingByHand(count: Int) -> Work {
  let value = LockedValue()
  let tally = Tally()
  for number in 0..<count {
    let computed = ComputedByHand(observer: tally)
    value.state.withLock { state in
      state.closures.append(Closure { computed.set($0 &+ number) })
    }
  }
  return Work { iterations in
    for _ in 0..<iterations { value.setNext() }
  }
}

/// The same by hand where dependencies change: each closure also moves its entry from the list of
/// the one value to that of the other.
private func followingByHand(count: Int) -> Work {
  let (one, other) = (FollowedByHand(), FollowedByHand())
  let value = LockedValue()
  let tally = Tally()
  for number in 0..<count {
    let computed = ComputedByHand(observer: tally)
    one.followers.withLock { $0[number] = Closure { computed.set($0) } }
    let follow = Closure { new in
      let (source, former) = new & 1 == 0 ? (one, other) : (other, one)
      if let follower = former.followers.withLock({ $0.removeValue(forKey: number) }) {
        source.followers.withLock { $0[number] = follower }
      }
      computed.set(source.value.withLock { $0 } &+ new &+ number)
    }
    value.state.withLock { $0.closures.append(follow) }
  }
  return Work { iterations in
    for _ in 0..<iterations { value.setNext() }
  }
}

extension LockedValue {
  /// Sets the value to one that it has not had, also where each batch has one iteration.
  fileprivate func setNext() { set(state.withLock { $0.value } &+ 1) }
}

/// A computed value behind a lock, and its observer.
private final class ComputedByHand: Sendable {
  private let locked = LockedValue()

  init(observer: Tally) {
    locked.state.withLock { $0.closures.append(Closure { observer.add($0) }) }
  }

  /// Stores a value and calls the observer, if it is another than before.
  func set(_ new: Int) {
    let closures = locked.state.withLock { state -> [Closure] in
      guard state.value != new else { return [] }
      state.value = new
      return state.closures
    }
    for closure in closures { closure.call(new) }
  }
}

/// A value behind a lock, and the closures of the values computed from it.
private final class FollowedByHand: Sendable {
  let value = Mutex(0)
  let followers = Mutex<[Int: Closure]>([:])
}
