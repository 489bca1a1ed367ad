import ModularityTestSupport
import Observation
import Pharos
import Synchronization
import Testing

@Suite struct ObservationTests {
  @MainActor @Observation.Observable final class Person {
    var name = "Ada"
    var age = 36
  }

  @MainActor @Test(.timeLimit(.minutes(10)))
  func `A relay of a model follows it, on the actor, change by change`() async {
    let person = Person()
    let relay = ValueRelay.observing { person.name }
    #expect(relay.currentValue == "Ada")
    for name in ["Grace", "Barbara"] {
      await withCheckedContinuation { told in
        relay.whenDidSet { changes in
          MainActor.assertIsolated()
          #expect(changes.new == name)
          told.resume()
        }
        person.age += 1
        person.name = name
      }
    }
    #expect(relay.currentValue == "Barbara")
  }

  @MainActor @Test(.timeLimit(.minutes(10)))
  func `A relay of a model ends with its retainer`() async {
    let person = Person()
    let log = EventRecorder<String>()
    let retainer = Retainer()
    ValueRelay.observing { person.name }.whenDidSet { log.record($0.new) }
      .referenceManaged(by: retainer)
    let other = ValueRelay.observing { person.name }
    retainer.discardAll()
    // The other was made later, and so is told later.
    await withCheckedContinuation { told in
      other.whenDidSet { (_: Changes<String>) in told.resume() }
      person.name = "Grace"
    }
    #expect(log.events == [])
  }

  @Test func `Tracking an observed relay reports its next change`() {
    let model = Model()
    let observed = model.$number.observed
    let count = Mutex(0)
    let seen = withObservationTracking {
      observed.value
    } onChange: {
      count.withLock { $0 += 1 }
    }
    #expect(seen == 0)
    model.number = 1
    model.number = 2
    #expect(count.withLock(\.self) == 1)
    #expect(observed.value == 2)
  }

  @Test func `A shared relay can be tracked, too, and a derived value`() {
    let shared = SharedRelay(1)
    let double = SharedDerived { shared.value * 2 }
    let observed = double.relay.observed
    let count = Mutex(0)
    withObservationTracking {
      _ = observed.value
    } onChange: {
      count.withLock { $0 += 1 }
    }
    shared.set(2)
    #expect(count.withLock(\.self) == 1)
    #expect(observed.value == 4)
  }
}
