import Dispatch
import Pharos
import Testing

@testable import Bridge

@Suite struct KeyedRelayTests {
  /// A reference that keeps nothing.
  private struct Weak: Sendable {
    weak let relay: SharedRelay<Int>?
  }

  @Test func `Threads that set a relay first make one, which is released with its state`() {
    let key = RelayKey<Int>("keyed.count")
    let weak = SharedRelays.withFreshState {
      let target = KeyedRelay(key)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for number in 1...100 { target.set(number) }
      }
      let relay = SharedRelay.existing(key)
      #expect(relay?.value == 100)
      return Weak(relay: relay)
    }
    #expect(weak.relay == nil)
  }
}
