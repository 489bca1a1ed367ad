import ModularityTestSupport
import Pharos
import Testing

@Suite struct DepthTests {
  /// The length of chains that would overflow the stack of a thread with a call for each link.
  private let length = Sweep.count(100_000, sample: 40_000)

  @Test func `Very many sets, each made by an observer of the one before, all arrive`() {
    let model = Model()
    var last = 0
    model.$number.whenDidSet { change in
      last = change.new
      if change.new < length { model.number = change.new + 1 }
    }
    model.number = 1
    #expect(last == length)
    #expect(model.number == length)
  }

  @Test func `A very long chain of relays delivers and is released`() {
    let model = Model()
    var count = 0
    var relay: ValueRelay<Int> = model.$number
    for _ in 0..<length { relay = relay.addDidSet { count += 1 } }
    model.number = 1
    #expect(count == length)
    model.$number.discard()
    model.number = 2
    #expect(count == length)
  }

  @Test func `A very long chain of mapped relays delivers and is released`() {
    let survivors = LeakCheck.survivors { check in
      let source = check.track(Observable(wrappedValue: 0))
      var relay: ValueRelay<Int> = source.projectedValue
      for _ in 0..<length { relay = relay.map { $0 + 1 } }
      var last = 0
      relay.whenDidSet { last = $0.new }
      source.wrappedValue = 1
      #expect(last == length + 1)
    }
    #expect(survivors.isEmpty)
  }

  @Test func `Discarding a very long chain of mapped relays ends all of them`() {
    let model = Model()
    var relay: ValueRelay<Int> = model.$number
    for _ in 0..<length { relay = relay.map { $0 + 1 } }
    var count = 0
    relay.whenDidSet { (_: Changes<Int>) in count += 1 }
    model.$number.discard()
    model.number = 1
    #expect(count == 0)
  }

  @Test func `Very many observables, each relayed to the next, all follow`() {
    let observables = (0..<length).map { _ in Observable(wrappedValue: 0) }
    for (one, next) in zip(observables, observables.dropFirst()) {
      one.projectedValue.relayValue(to: next.projectedValue)
    }
    observables[0].wrappedValue = 5
    #expect(observables.allSatisfy { $0.wrappedValue == 5 })
  }
}
