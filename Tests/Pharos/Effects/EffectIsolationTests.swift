import ModularityTestSupport
import Pharos
import Testing

@Suite struct EffectIsolationTests {
  @Test(.timeLimit(.minutes(10)))
  @MainActor func `An effect of an actor runs there, on whichever thread its sources are set`()
    async throws
  {
    let shared = SharedRelay(0)
    let runs = EventRecorder<String>()
    let effect = Effect {
      MainActor.preconditionIsolated()
      runs.record("\(shared.value)")
    }
    await Task.detached { for number in 1...10 { shared.set(number) } }.value
    _ = try await runs.waitForEvents(count: 2)
    while runs.events.last != "10" {
      _ = try await runs.waitForEvents(count: runs.events.count + 1)
    }
    effect.discard()
    let count = runs.events.count
    shared.set(11)
    #expect(runs.events.count == count)
  }

  @Test func `An effect does not keep its actor`() async {
    actor Owner {
      let shared: SharedRelay<Int>
      var effect: Effect?
      init(_ shared: SharedRelay<Int>) { self.shared = shared }
      func observe() { effect = Effect { [shared] in _ = shared.value } }
    }
    let shared = SharedRelay(0)
    weak var gone: Owner?
    do {
      let owner = Owner(shared)
      gone = owner
      await owner.observe()
    }
    shared.set(1)
    #expect(gone == nil)
  }
}
