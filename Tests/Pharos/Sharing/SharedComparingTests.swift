import Pharos
import Synchronization
import Testing

/// Shared relays that say which of their values are the same.
@Suite struct SharedComparingTests {
  @Test func `An equal value is not stored, and observers are not notified`() {
    let relay = SharedRelay(0, comparing: { $0 / 10 == $1 / 10 })
    let log = Mutex<[String]>([])
    relay.whenDidSet { change in log.withLock { $0.append(arrow(change)) } }
    relay.set(5)
    relay.modify { $0 += 1 }
    #expect(relay.value == 0)
    relay.set(12)
    relay.modify { $0 += 1 }
    relay.modify { $0 += 10 }
    #expect(relay.value == 22)
    // By hand, all observers are notified in any case.
    relay.invokeRelayWithCurrentValue()
    #expect(log.withLock { $0 } == ["0->12", "12->22", "22->22"])
  }

  @Test func `A value that a transaction resets is no change`() {
    let relay = SharedRelay(1, comparing: ==)
    let log = Mutex<[String]>([])
    relay.whenDidSet { change in log.withLock { $0.append(arrow(change)) } }
    transaction {
      relay.set(2)
      relay.set(1)
    }
    transaction {
      relay.set(2)
      relay.set(2)
    }
    #expect(log.withLock { $0 } == ["1->2"])
  }

  @Test func `Relayed values are compared, too`() {
    let (source, relay) = (SharedRelay(0), SharedRelay(0, comparing: ==))
    source.relayValue(to: relay)
    let log = Mutex<[String]>([])
    relay.whenDidSet { change in log.withLock { $0.append(arrow(change)) } }
    for value in [1, 1, 2, 2, 0] { source.set(value) }
    #expect(log.withLock { $0 } == ["0->1", "1->2", "2->0"])
  }

  @Test func `Concurrent sets of equal values are no change`()
    async
  {
    let relay = SharedRelay(0, comparing: ==)
    let changes = Mutex<[Changes<Int>]>([])
    relay.whenDidSet { change in changes.withLock { $0.append(change) } }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<2_000 {
            if writer % 2 == 0 { relay.set(number % 2) } else { relay.modify { $0 = number % 2 } }
          }
        }
      }
    }
    let all = changes.withLock { $0 }
    #expect(all.allSatisfy { $0.old != $0.new })
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.new == $1.old })
    #expect((all.last?.new ?? 0) == relay.value)
  }
}
