import ModularityTestSupport
import Pharos
import Testing

/// What happens between the moment at which a derived value is first observed, and
/// that at which what it depends on feeds it.
@Suite struct DerivedConnectingTests {
  let model = Model()
  let log = Log()

  @Test func `A change found by reading before connecting is delivered to observers`() {
    let double = Derived { model.number * 2 }
    var relay: ValueRelay<Int>?
    model.$other.whenDidSet { (_: Changes<Int>) in
      relay = double.whenDidSet { log.note("double", $0) }
      model.number = 1
      log.note("reads \(double.value)")
      model.number = 2
    }
    model.other = 1
    #expect(log.lines == ["reads 2", "double 0->4"])
    #expect(relay?.currentValue == 4)
  }

  @Test func `A change that is pending when a derived value connects reaches it in order`() {
    let double = Derived { model.number * 2 }
    var relay: ValueRelay<Int>?
    model.$number.whenDidSet { log.note("number", $0) }
    model.$other.whenDidSet { (_: Changes<Int>) in
      relay = double.whenDidSet { log.note("double", $0) }
      model.number = 1
      model.number = 2
    }
    model.other = 1
    #expect(log.lines == ["number 0->1", "double 0->2", "number 1->2", "double 2->4"])
    #expect(relay?.currentValue == 4)
  }

  @Test func `A transaction that is pending when a derived value connects reaches it, too`() {
    let double = Derived { model.number * 2 }
    var relay: ValueRelay<Int>?
    model.$number.whenDidSet { log.note("number", $0) }
    transaction {
      model.number = 1
      relay = double.whenDidSet { log.note("double", $0) }
      model.number = 2
    }
    #expect(log.lines == ["number 0->2", "double 2->4"])
    #expect(relay?.currentValue == 4)
  }

  @Test func `A hub with many chained values notifies each of them once`() {
    let hub = Observable(wrappedValue: 0)
    var last = Derived { hub.wrappedValue }
    for _ in 0..<10_000 {
      last = Derived { [last] in last.value + hub.wrappedValue }
      _ = last.value
    }
    let relay = last.whenDidSet { log.note("last", $0) }
    hub.wrappedValue = 1
    hub.wrappedValue = 2
    #expect(log.lines == ["last 0->10001", "last 10001->20002"])
    relay.discard()
  }

  @Test(.timeLimit(.minutes(10)))
  func `An observer added during concurrent sets receives the last value`() async {
    for _ in 0..<200 {
      let sources = [SharedRelay(0), SharedRelay(0)]
      let sum = SharedDerived { sources[0].value + sources[1].value }
      let double = SharedDerived { sum.value * 2 }
      let logs = (0..<2).map { _ in EventRecorder<Changes<Int>>() }
      let relays = await withTaskGroup(of: SharedRelay<Int>.self) { group in
        for thread in 0..<2 {
          group.addTask {
            for number in 1...20 { sources[thread].set(number) }
            return sources[thread]
          }
          group.addTask {
            for _ in 0..<5 { double.relay.nextRelay().whenDidSet { _ in }.discard() }
            return double.relay.nextRelay().whenDidSet { logs[thread].record($0) }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(relays.count == 4)
      #expect(double.value == 80)
      for source in sources { source.set(30) }
      #expect(double.value == 120)
      for log in logs {
        #expect(log.events.last?.new == 120)
        #expect(zip(log.events, log.events.dropFirst()).allSatisfy { $0.new == $1.old })
      }
    }
  }
}
