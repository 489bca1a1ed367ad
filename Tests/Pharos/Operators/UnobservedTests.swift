import ModularityTestSupport
import Pharos
import Testing

/// What has ended, or is neither observed nor read, costs its source nothing.
@Suite struct UnobservedTests {
  /// Counts how often functions of operators run.
  private final class Counter {
    var count = 0

    func note<Value>(_ value: Value) -> Value {
      count += 1
      return value
    }
  }

  private let model = Model()
  private let counter = Counter()

  private typealias Operator = (
    name: String, make: (ValueRelay<Int>, Counter) -> ValueRelay<String>
  )

  private static var operators: [Operator] {
    [
      ("map", { relay, counter in relay.map { "\(counter.note($0))" } }),
      ("filter", { relay, counter in relay.filter { counter.note($0) >= 0 }.map { "\($0)" } }),
      (
        "ignore",
        { relay, counter in relay.ignore(ifTrue: { counter.note($0).new < 0 }).map { "\($0)" } }
      ),
      ("distinct", { relay, counter in relay.distinct { counter.note($0) == $1 }.map { "\($0)" } }),
      ("distinct(by:)", { relay, counter in relay.distinct { counter.note($0) }.map { "\($0)" } }),
      ("scan", { relay, counter in relay.scan("") { "\($0)\(counter.note($1))" } }),
      (
        "compactMap",
        { relay, counter in
          relay.compactMap { Optional(counter.note($0)) }.map { "\(String(describing: $0))" }
        }
      ),
      ("skip", { relay, counter in relay.skip(0).map { "\(counter.note($0))" } }),
      ("first", { relay, counter in relay.first { counter.note($0) < 0 }.map { "\($0)" } }),
      (
        "a chain",
        { relay, counter in relay.map { $0 }.filter { _ in true }.map { "\(counter.note($0))" } }
      ),
      (
        "merge",
        { relay, counter in
          mergeRelays(relay.map { counter.note($0) }, relay).map { "\($0)" }
        }
      ),
      (
        "zip",
        { relay, counter in zip(relay.map { counter.note($0) }, relay).map { "\($0)" } }
      ),
      (
        "flatMapLatest",
        { relay, counter in
          relay.flatMapLatest { _ in relay.map { "\(counter.note($0))" } }
        }
      ),
      (
        "nextRelay",
        { relay, counter in relay.nextRelay().map { "\(counter.note($0))" }.nextRelay() }
      ),
    ]
  }

  /// Counts what one set runs.
  private func costOfSet() -> Int {
    counter.count = 0
    model.number += 1
    return counter.count
  }

  @Test func `Relays that a retainer discards cost their source nothing, for any operator`() {
    for (name, make) in Self.operators {
      let bag = Retainer()
      for _ in 0..<1_000 {
        make(model.$number, counter).whenDidSet { _ in }.referenceManaged(by: bag)
      }
      #expect(costOfSet() >= 1_000, "\(name)")
      bag.discardAll()
      #expect(costOfSet() == 0, "\(name)")
    }
  }

  @Test func `A discarded relay costs its source nothing, though it is kept`() {
    for (name, make) in Self.operators where name != "nextRelay" {
      let relay = make(model.$number, counter)
      #expect(costOfSet() > 0, "\(name)")
      relay.discard()
      // What a chain is made of goes with its end.
      #expect(costOfSet() == 0, "\(name)")
      #expect(!relay.isValid)
    }
  }

  @Test func `A relay neither kept nor observed costs its source nothing`() {
    for (name, make) in Self.operators {
      do {
        let relay = make(model.$number, counter)
        #expect(costOfSet() > 0, "\(name)")
        #expect(relay.isValid)
      }
      #expect(costOfSet() == 0, "\(name)")
    }
  }

  @Test func `An observed relay stays active, though nothing keeps it`() {
    let log = Log()
    for (name, make) in Self.operators where name != "first" {
      make(model.$number, counter).whenDidSet { _ in log.note(name) }
    }
    _ = log.take()
    model.number += 1
    #expect(log.lines.count == Self.operators.count - 1)
  }

  @Test func `An unobserved relay is kept by relays derived from it`() {
    let log = Log()
    do {
      let mapped = model.$number.map { $0 * 2 }
      mapped.map { $0 + 1 }.whenDidSet { log.note("last", $0) }
    }
    model.number = 1
    #expect(log.lines == ["last 1->3"])
  }

  @Test func `An observer that ends itself takes the operator with it`() {
    var relay: ValueRelay<Int>?
    relay = model.$number.map { counter.note($0) }.whenDidSet { _ in
      relay?.discard()
      relay = nil
    }
    model.number = 1
    #expect(relay == nil)
    #expect(costOfSet() == 0)
  }

  @Test func `Sources that flatMapLatest has left cost nothing`() {
    let flat = model.$other.flatMapLatest { _ in model.$number.map { counter.note($0) } }
    flat.whenDidSet { _ in }
    for number in 0..<100 { model.other = number }
    #expect(costOfSet() == 1)
    flat.discard()
    #expect(costOfSet() == 0)
  }

  @Test func `A derived value keeps a relay active that only it reads`() {
    let log = Log()
    let derived = Derived { model.$number.map { counter.note($0) * 2 }.currentValue }
    #expect(derived.value == 0)
    model.number = 1
    #expect(derived.value == 2)
    let relay = derived.whenDidSet { log.note("derived", $0) }
    model.number = 2
    model.number = 3
    #expect(log.lines == ["derived 2->4", "derived 4->6"])
    // That of the present value, and the one that the next value makes.
    #expect(costOfSet() <= 2)
    relay.discard()
  }

  @Test func `A sequence keeps its relay active`() async {
    let shared = SharedRelay(0)
    var values = shared.map { $0 * 2 }.values(buffering: .unbounded).makeAsyncIterator()
    shared.set(1)
    #expect(await values.next() == 0)
    #expect(await values.next() == 2)
  }

  @Test func `Captures of an operator are released with it`() {
    let survivors = LeakCheck.survivors { check in
      let captured = check.track(Counter())
      let bag = Retainer()
      for (_, make) in Self.operators {
        make(model.$number, captured).whenDidSet { _ in }.referenceManaged(by: bag)
      }
      model.number += 1
      bag.discardAll()
    }
    #expect(survivors.isEmpty)
  }

  @Test func `Relays in a very long chain are released with the last of them`() {
    let length = Sweep.count(100_000, sample: 40_000)
    var last: ValueRelay<Int>? = model.$number.map { counter.note($0) }
    for _ in 0..<length { last = last?.map { $0 } }
    last?.whenDidSet { _ in }
    #expect(costOfSet() == 1)
    last?.discard()
    #expect(costOfSet() == 0)
    last = model.$number.map { counter.note($0) }
    for _ in 0..<length { last = last?.map { $0 } }
    last = nil
    #expect(costOfSet() == 0)
  }

  @Test func `Threads that make and end relays while others set leave nothing behind`() async {
    let shared = SharedRelay(0)
    let count = SharedRelay(0)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            if thread == 0 {
              shared.set(number)
            } else {
              let mapped = shared.map { value in
                count.modify { $0 += 1 }
                return value
              }
              mapped.whenDidSet { _ in }
              if number.isMultiple(of: 2) {
                mapped.discard()
              } else {
                mapped.nextRelay().map { $0 }.whenDidSet { _ in }.discard()
              }
              mapped.filter { _ in true }.discard()
              mapped.discard()
            }
          }
        }
      }
    }
    let before = count.value
    shared.set(-1)
    #expect(count.value == before)
  }
}
