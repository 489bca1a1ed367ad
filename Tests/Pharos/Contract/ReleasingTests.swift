import ModularityTestSupport
import Pharos
import Testing

/// What is released while relays are at work may use them when it goes.
@Suite struct ReleasingTests {
  /// A value that reads and sets its relay when it is released.
  final class Reader: Sendable {
    let relay: Box
    init(_ relay: Box) { self.relay = relay }
    deinit { relay.use() }
  }

  /// Knows the relay that its values use, and counts how often they did.
  final class Box: @unchecked Sendable {
    // Why this is Sendable: a test sets it before other threads see it.
    var use: () -> Void = {}
  }

  /// Counts.
  private final class Counter {
    var count = 0
  }

  /// Does all that there is to do with the relay of a value, and notes that values go.
  private func exercise(_ box: Box, _ step: (Observable<Reader>) -> Void) -> Int {
    let counter = Counter()
    let observable = Observable(wrappedValue: Reader(box))
    let other = Observable(wrappedValue: 0)
    weak let weakly = observable
    box.use = {
      counter.count += 1
      guard let observable = weakly else { return }
      _ = observable.wrappedValue
      let relay = observable.projectedValue.nextRelay()
      _ = relay.currentValue
      relay.whenDidSet { _ in }.ignore { _ in false }
      relay.discard()
      other.wrappedValue += 1
    }
    step(observable)
    return counter.count
  }

  @Test func `A value that uses its relay on release survives every operation`() {
    let box = Box()
    let steps: [(name: String, run: (Observable<Reader>) -> Void)] = [
      ("set", { $0.wrappedValue = Reader(box) }),
      (
        "set, observed",
        {
          $0.projectedValue.whenDidSet { _ in }
          $0.wrappedValue = Reader(box)
        }
      ),
      ("modify", { $0.modify { $0 = Reader(box) } }),
      (
        "transaction",
        { observable in
          observable.projectedValue.whenDidSet { _ in }
          transaction {
            observable.wrappedValue = Reader(box)
            observable.wrappedValue = Reader(box)
            observable.wrappedValue = Reader(box)
          }
        }
      ),
      (
        "transaction whose observer goes",
        { observable in
          let relay = observable.projectedValue.addDidSet { _ in }
          transaction {
            observable.wrappedValue = Reader(box)
            observable.wrappedValue = Reader(box)
            relay.discard()
          }
        }
      ),
      (
        "mapped, and held back",
        { observable in
          let mapped = observable.projectedValue.map { $0 }
          mapped.whenDidSet { _ in }
          transaction {
            observable.wrappedValue = Reader(box)
            observable.wrappedValue = Reader(box)
          }
        }
      ),
      (
        "filter, distinct, scan, skip, merge, zip, flatMapLatest",
        { observable in
          let relay = observable.projectedValue
          let kept: [Any] = [
            relay.filter { _ in true }.whenDidSet { _ in },
            relay.distinct { $0 === $1 }.whenDidSet { _ in },
            relay.scan(Reader(box)) { $1 }.whenDidSet { _ in },
            relay.skip(1).whenDidSet { _ in },
            relay.first().whenDidSet { _ in },
            mergeRelays(relay, relay).whenDidSet { _ in },
            zip(relay, relay).whenDidSet { _ in },
            relay.flatMapLatest { _ in relay }.whenDidSet { _ in },
            relay.compactMap { Optional($0) }.whenDidSet { _ in },
          ]
          for _ in 0..<3 { observable.wrappedValue = Reader(box) }
          withExtendedLifetime(kept) {}
        }
      ),
      (
        "derived",
        { observable in
          let derived = Derived { observable.wrappedValue }
          _ = derived.value
          observable.wrappedValue = Reader(box)
          _ = derived.value
          let relay = derived.whenDidSet { _ in }
          observable.wrappedValue = Reader(box)
          transaction {
            observable.wrappedValue = Reader(box)
            observable.wrappedValue = Reader(box)
          }
          relay.discard()
        }
      ),
      (
        "sets inside of observers",
        { observable in
          var left = 3
          observable.projectedValue.addDidSet { _ in
            left -= 1
            if left > 0 { observable.wrappedValue = Reader(box) }
          }
          observable.wrappedValue = Reader(box)
        }
      ),
      (
        "bonds and relays",
        { observable in
          let other = Observable(wrappedValue: Reader(box))
          observable.projectedValue.bonding(with: other.projectedValue)
          observable.wrappedValue = Reader(box)
          other.wrappedValue = Reader(box)
          observable.removeBond()
          observable.projectedValue.relayValue(to: other.projectedValue)
          observable.wrappedValue = Reader(box)
        }
      ),
    ]
    for step in steps {
      #expect(exercise(box, step.run) > 0, "\(step.name)")
    }
  }

  @Test func `A fed relay with a delayed change accepts and releases a value in between`() {
    let box = Box()
    let observable = Observable(wrappedValue: Reader(box))
    let mapped = SharedRelay(0)
    let shared = mapped.map { _ in Reader(box) }
    let counter = Counter()
    box.use = {
      counter.count += 1
      _ = shared.value
    }
    shared.whenDidSet { _ in }
    transaction {
      shared.set(Reader(box))
      shared.set(Reader(box))
      mapped.set(1)
    }
    #expect(counter.count >= 2)
    box.use = {}
    withExtendedLifetime(observable) {}
  }

  @Test(.timeLimit(.minutes(10)))
  func `A value that a throttle releases may set the throttle's source`() async throws {
    final class Value: Sendable {
      let end: @Sendable () -> Void
      init(_ end: @escaping @Sendable () -> Void) { self.end = end }
      deinit { end() }
    }
    let clock = ManualClock()
    let passed = EventRecorder<String>()
    let released = EventRecorder<String>()
    let shared = SharedRelay(Value {})
    let throttled = shared.throttle(for: .seconds(1), clock: clock)
    throttled.whenDidSet { _ in passed.record("passed") }
    for _ in 0..<3 {
      shared.set(
        Value { [weak shared] in
          shared?.set(Value {})
          released.record("released")
        })
    }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    _ = try await passed.waitForEvents(count: 2)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    // The end of the second time releases what passed last, if nothing has come since.
    #expect(try await released.waitForEvents(count: 2).count >= 2)
  }

  @Test func `A closure whose capture uses the relay on release survives every ending`() {
    final class Capture {
      let end: () -> Void
      init(_ end: @escaping () -> Void) { self.end = end }
      deinit { end() }
    }
    let counter = Counter()
    for ending in 0..<6 {
      let model = Model()
      let retainer = Retainer()
      let relay = model.$number.nextRelay()
      let mapped = model.$number.map { $0 }
      do {
        let capture = Capture { [unowned relay] in
          counter.count += 1
          model.number += 1
          relay.whenDidSet { _ in }
          relay.ignore { _ in false }
          retainer.discardAll()
          relay.discard()
        }
        let isMapped = ending > 3
        let target = isMapped ? mapped : relay
        target.whenDidSet { [capture] _ in _ = capture }
        if ending > 1 { target.ignore { _ in false } }
        target.referenceManaged(by: retainer)
      }
      switch ending {
      case 0, 2, 4: retainer.discardAll()
      case 1: relay.whenDidSet { _ in }
      default: model.$number.discard()
      }
    }
    #expect(counter.count == 6)
  }
}
