import ModularityTestSupport
import Pharos
import Testing

@Suite struct DepthTests {
  @Test func `A hundred thousand sets, each made by an observer of the one before, all arrive`() {
    let model = Model()
    var last = 0
    model.$number.whenDidSet { change in
      last = change.new
      if change.new < 100_000 { model.number = change.new + 1 }
    }
    model.number = 1
    #expect(last == 100_000)
    #expect(model.number == 100_000)
  }

  @Test func `A chain of a hundred thousand relays delivers and is released`() {
    let model = Model()
    var count = 0
    var relay: ValueRelay<Int> = model.$number
    for _ in 0..<100_000 { relay = relay.addDidSet { count += 1 } }
    model.number = 1
    #expect(count == 100_000)
    model.$number.discard()
    model.number = 2
    #expect(count == 100_000)
  }

  @Test func `A chain of a hundred thousand mapped relays delivers and is released`() {
    let survivors = LeakCheck.survivors { check in
      let source = check.track(Observable(wrappedValue: 0))
      var relay: ValueRelay<Int> = source.projectedValue
      for _ in 0..<100_000 { relay = relay.map { $0 + 1 } }
      var last = 0
      relay.whenDidSet { last = $0.new }
      source.wrappedValue = 1
      #expect(last == 100_001)
    }
    #expect(survivors.isEmpty)
  }

  @Test func `Discarding a chain of a hundred thousand mapped relays ends all of them`() {
    let model = Model()
    var relay: ValueRelay<Int> = model.$number
    for _ in 0..<100_000 { relay = relay.map { $0 + 1 } }
    var count = 0
    relay.whenDidSet { (_: Changes<Int>) in count += 1 }
    model.$number.discard()
    model.number = 1
    #expect(count == 0)
  }

  @Test func `A hundred thousand observables, each relayed to the next, all follow`() {
    let observables = (0..<100_000).map { _ in Observable(wrappedValue: 0) }
    for (one, next) in zip(observables, observables.dropFirst()) {
      one.projectedValue.relayValue(to: next.projectedValue)
    }
    observables[0].wrappedValue = 5
    #expect(observables.allSatisfy { $0.wrappedValue == 5 })
  }
}
