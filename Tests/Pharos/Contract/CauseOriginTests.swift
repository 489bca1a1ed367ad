import Dispatch
import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import Pharos

/// On whose behalf a change is delivered that had to wait.
@Suite struct CauseOriginTests {
  /// What took a hop.
  private final class Hop: Sendable {}

  /// Who is told, and by which hop.
  private final class Hops: Sendable {
    let told = EventRecorder<(value: Int, hop: Hop?)>()

    func note(_ value: Int) { told.record((value, HopTrail.current.hop as? Hop)) }

    /// The hop that led to the news of a value.
    func hop(to value: Int) -> Hop? { told.events.first { $0.value == value }?.hop }
  }

  @Test func `Code without a cause and without tracing has no origin`() {
    #expect(CauseOrigin.current == nil)
  }

  @Test func `An origin restores the causal context of its creator`() throws {
    let hop = Hop()
    var led: CauseOrigin?
    HopTrail(hop).lead { led = CauseOrigin.current }
    let origin = try #require(led)
    let other = HopTrail(Hop())
    other.lead {
      origin.lead { #expect(HopTrail.current.hop === hop) }
      #expect(HopTrail.current == other)
    }
    #expect(HopTrail.current.isEmpty)
  }

  @Test func `A change that waits for another one keeps its own cause`() {
    let hops = Hops()
    let (outer, inner) = (Hop(), Hop())
    let relay = SharedRelay(0)
    relay.whenDidSet { [weak relay] (changes: Changes<Int>) in
      hops.note(changes.new)
      if changes.new == 1 { HopTrail(inner).lead { relay?.set(2) } }
    }
    HopTrail(outer).lead { relay.set(1) }
    #expect(hops.told.events.map(\.value) == [1, 2])
    #expect(hops.hop(to: 1) === outer)
    #expect(hops.hop(to: 2) === inner)
    relay.discard()
  }

  @Test func `A change that is handed to another thread keeps its own cause`() async throws {
    let hops = Hops()
    let (first, second) = (Hop(), Hop())
    let relay = SharedRelay(0)
    let delivering = EventRecorder<Void>()
    let waiting = DispatchSemaphore(value: 0)
    relay.whenDidSet { (changes: Changes<Int>) in
      hops.note(changes.new)
      guard changes.new == 1 else { return }
      delivering.record(())
      // Until the other thread has set the value that it leaves to this one.
      waiting.wait()
    }
    let done = EventRecorder<Void>()
    DispatchQueue.global().async {
      HopTrail(first).lead { relay.set(1) }
      done.record(())
    }
    try await delivering.waitForEvents(count: 1)
    HopTrail(second).lead { relay.set(2) }
    waiting.signal()
    try await done.waitForEvents(count: 1)
    #expect(hops.told.events.map(\.value) == [1, 2])
    #expect(hops.hop(to: 1) === first)
    #expect(hops.hop(to: 2) === second)
    relay.discard()
  }

  @Test func `An observer on an actor has the cause of the change`() async throws {
    actor Listener {
      let hops = Hops()

      func observe(_ relay: SharedRelay<Int>) {
        relay.whenDidSet { (changes: Changes<Int>) in self.hops.note(changes.new) }
      }
    }
    let listener = Listener()
    let relay = SharedRelay(0)
    await listener.observe(relay)
    let hop = Hop()
    HopTrail(hop).lead { relay.set(1) }
    try await listener.hops.told.waitForEvents(count: 1)
    #expect(listener.hops.hop(to: 1) === hop)
    relay.discard()
  }
}
