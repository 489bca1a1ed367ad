import Pharos
import Testing

@Suite struct AudienceTests {
  private let model = Model()
  private let log = Log()

  private func note() {
    model.$number.whenObserved {
      log.note("begin")
    } whenUnobserved: {
      log.note("end")
    }
  }

  @Test func `The first observer calls the start hook, the last the end hook`() {
    note()
    #expect(log.take() == [])
    let one = model.$number.addDidSet { _ in }
    let other = model.$number.addDidSet { _ in }
    #expect(log.take() == ["begin"])
    one.discard()
    #expect(log.take() == [])
    other.discard()
    #expect(log.take() == ["end"])
    let bag = Retainer()
    model.$number.whenDidSet { _ in }
    #expect(log.take() == ["begin"])
    model.$number.nextRelay().whenDidSet { _ in }.referenceManaged(by: bag)
    model.$number.discard()
    #expect(log.take() == ["end"])
    bag.discardAll()
    #expect(log.lines == [])
  }

  @Test func `Derived relays count as observers while kept or observed`() {
    note()
    do {
      let mapped = model.$number.map { $0 }
      #expect(log.take() == ["begin"])
      #expect(mapped.currentValue == 0)
    }
    #expect(log.take() == ["end"])
    let mapped = model.$number.filter { _ in true }.map { $0 }.whenDidSet { _ in }
    #expect(log.take() == ["begin"])
    mapped.discard()
    #expect(log.take() == ["end"])
    let derived = Derived { model.number }
    #expect(derived.value == 0)
    #expect(log.take() == [])
    let relay = derived.whenDidSet { _ in }
    #expect(log.take() == ["begin"])
    relay.discard()
    #expect(log.take() == ["end"])
    let effect = Effect { _ = model.number }
    #expect(log.take() == ["begin"])
    effect.discard()
    #expect(log.take() == ["end"])
  }

  @Test func `A derived value has its own hooks`() {
    let derived = Derived { model.number }
    let relay = derived.relay.whenObserved {
      log.note("begin")
    } whenUnobserved: {
      log.note("end")
    }
    let effect = Effect { _ = derived.value }
    effect.discard()
    #expect(log.lines == ["begin", "end"])
    withExtendedLifetime(relay) {}
  }

  @Test func `On an observed relay, a hook starts at once, and ends with its property`() {
    do {
      let model = Model()
      model.$number.whenDidSet { _ in }
      model.$number.whenObserved { [log] in
        log.note("begin")
      } whenUnobserved: { [log] in
        log.note("end")
      }
      #expect(log.take() == ["begin"])
    }
    #expect(log.lines == ["end"])
  }

  @Test func `A hook may observe and set the relay`() {
    model.$number.whenObserved {
      model.number = 5
    } whenUnobserved: {
      log.note("end")
    }
    let relay = model.$number.addDidSet { log.note("number", $0) }
    #expect(log.take() == ["number 0->5"])
    relay.discard()
    #expect(log.lines == ["end"])
  }

  @Test func `Hooks alternate, on any number of threads`() async {
    let shared = SharedRelay(0)
    let calls = SharedRelay([Bool]())
    shared.whenObserved {
      calls.modify { $0.append(true) }
    } whenUnobserved: {
      calls.modify { $0.append(false) }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 { shared.addDidSet { _ in }.discard() }
        }
      }
    }
    for (index, isBeginning) in calls.value.enumerated() {
      #expect(isBeginning == index.isMultiple(of: 2))
    }
    #expect(calls.value.last == false)
  }
}
