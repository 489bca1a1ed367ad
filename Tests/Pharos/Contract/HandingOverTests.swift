import Foundation
import Pharos
import Synchronization
import Testing

/// Threads that deliver what others set leave the rest to them in time, and nothing is lost.
@Suite struct HandingOverTests {
  /// How many changes of others a thread delivers before it offers the rest.
  private static let limit = 64

  @Test(arguments: [false, true])
  func `A setter delivers a bounded number of changes of others, and the next goes on`(
    isModified: Bool
  ) {
    let relay = SharedRelay(0)
    let pauses = (0..<3).map { _ in SharedRelay(0) }
    let deliveries = Deliveries()
    relay.whenDidSet { change in
      deliveries.note(change.new)
      queueChanges(of: relay, after: change.new, upTo: 202)
      let round = (change.new - 2) / Self.limit
      if change.new == 2 + round * Self.limit, (1...3).contains(round) { pauses[round - 1].set(1) }
    }
    for (index, pause) in pauses.enumerated() {
      // Told of between two changes of the other relay.
      pause.whenDidSet { _ in
        onAnotherThread {
          if isModified { relay.modify { $0 += 1 } } else { relay.set(203 + index) }
        }
      }
    }
    relay.set(1)
    #expect(deliveries.values == Array(1...205))
    #expect(deliveries.runs == [2 + Self.limit, Self.limit, Self.limit, 11])
  }

  @Test func `A transaction takes over what another thread was delivering`() {
    let (relay, pause) = (SharedRelay(0), SharedRelay(0))
    let deliveries = Deliveries()
    relay.whenDidSet { change in
      deliveries.note(change.new)
      queueChanges(of: relay, after: change.new)
      if change.new == 2 + Self.limit { pause.set(1) }
    }
    pause.whenDidSet { _ in onAnotherThread { transaction { relay.set(103) } } }
    relay.set(1)
    #expect(deliveries.values == Array(1...103))
    #expect(deliveries.runs == [2 + Self.limit, 37])
  }

  @Test func `When all transactions have returned, all that they set has been delivered`() async {
    for _ in 0..<20 {
      let relays = (SharedRelay(0), SharedRelay(0))
      let sums = mergeRelays(relays.0, relays.1).map { $0.0 - $0.1 }
      let last = Mutex(0)
      relays.0.whenDidSet { change in last.withLock { $0 = change.new } }
      sums.whenDidSet { _ in }
      await withTaskGroup(of: Void.self) { group in
        for writer in 1...4 {
          group.addTask {
            for number in 0..<500 {
              transaction {
                relays.0.set(writer * 1_000 + number)
                relays.1.set(number)
              }
            }
          }
        }
      }
      #expect(last.withLock { $0 } == relays.0.value)
      #expect(sums.value == relays.0.value - relays.1.value)
    }
  }

  @Test func `A setter delivers its own changes and all that they cause`() {
    let (relay, pause) = (SharedRelay(0), SharedRelay(0))
    let deliveries = Deliveries()
    // So that changes of others are queued behind one another, and not left to the setter.
    relay.map { $0 }.whenDidSet { _ in }
    relay.whenDidSet { change in
      deliveries.note(change.new)
      if change.new == 1 {
        onAnotherThread { for value in 2...101 { relay.set(value) } }
        relay.set(102)
      }
      if change.new == 2 + Self.limit { pause.set(1) }
      if change.new == 102 { relay.set(104) }
    }
    pause.whenDidSet { _ in onAnotherThread { relay.set(103) } }
    relay.set(1)
    #expect(deliveries.values == Array(1...104))
    #expect(deliveries.runs == [104])
  }

  @Test func `A setter does not deliver effects of other threads' changes`() {
    let (relay, pause) = (SharedRelay(0), SharedRelay(0))
    let deliveries = Deliveries()
    relay.whenDidSet { change in
      deliveries.note(change.new)
      queueChanges(of: relay, after: change.new)
      if change.new < 100, change.new > 2 { relay.set(1_000 + change.new) }
      if change.new == 2 + Self.limit { pause.set(1) }
    }
    pause.whenDidSet { _ in onAnotherThread { relay.set(2_000) } }
    relay.set(1)
    let made = (3..<100).map { 1_000 + $0 }
    var expected = Array(1...102)
    expected += made.prefix(65)
    expected.append(2_000)
    expected += made.dropFirst(65)
    #expect(deliveries.values == expected)
    // One more than without them, since what comes of a change comes before the pause.
    #expect(deliveries.runs == [3 + Self.limit, 133])
  }

  @Test func `A thread that delivers another relay takes nothing over`() {
    let (relay, pause, other) = (SharedRelay(0), SharedRelay(0), SharedRelay(0))
    let deliveries = Deliveries()
    relay.whenDidSet { change in
      deliveries.note(change.new)
      queueChanges(of: relay, after: change.new)
      if change.new == 2 + Self.limit { pause.set(1) }
    }
    other.whenDidSet { _ in relay.set(103) }
    pause.whenDidSet { _ in onAnotherThread { other.set(1) } }
    relay.set(1)
    #expect(deliveries.values == Array(1...103))
    #expect(deliveries.runs == [103])
  }

  /// With several relays, since which of two domains becomes part of the other depends on
  /// where they are.
  @Test(arguments: [false, true])
  func `Offered changes are delivered, though their relay is merged in between`(
    isBusy: Bool
  ) {
    for _ in 0..<20 {
      let (relay, pause, other) = (SharedRelay(0), SharedRelay(0), SharedRelay(0))
      let deliveries = Deliveries()
      let sums = Mutex<[SharedRelay<Int>]>([])
      let merge = { @Sendable in
        let sum = mergeRelays(relay, other).map { $0.0 + $0.1 }
        sum.whenDidSet { _ in }
        sums.withLock { $0.append(sum) }
      }
      relay.whenDidSet { change in
        deliveries.note(change.new)
        queueChanges(of: relay, after: change.new)
        if change.new == 2 + Self.limit { pause.set(1) }
      }
      other.map { $0 }.whenDidSet { _ in if isBusy { merge() } }
      pause.whenDidSet { _ in
        onAnotherThread {
          if !isBusy { merge() }
          other.set(1_000)
        }
      }
      relay.set(1)
      #expect(deliveries.values == Array(1...102))
      relay.set(103)
      #expect(deliveries.values.last == 103)
      #expect(sums.withLock { $0.map(\.value) } == [1_103])
    }
  }

  @Test func `When all setters have returned, all that they set has been delivered, in order`()
    async
  {
    for round in 0..<20 {
      let (relay, bonded) = (SharedRelay(0), SharedRelay(0))
      if round % 2 == 1 {
        relay.relayUniqueValue(to: bonded)
        bonded.relayUniqueValue(to: relay)
      }
      let changes = Mutex<[Changes<Int>]>([])
      let last = Mutex([Int: Int]())
      relay.whenDidSet { change in changes.withLock { $0.append(change) } }
      let mapped = relay.map { $0 }
      mapped.whenDidSet { change in
        last.withLock { last in
          let writer = change.new / 10_000
          #expect(last[writer, default: -1] < change.new)
          last[writer] = change.new
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for writer in 1...4 {
          group.addTask {
            for number in 0..<1_000 {
              let value = writer * 10_000 + number
              relay.set(value)
            }
          }
        }
      }
      let all = changes.withLock { $0 }
      #expect(all.count == 4_000)
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.new == $1.old })
      #expect(all.last?.new == relay.value)
      #expect(mapped.value == relay.value)
      if round % 2 == 1 { #expect(bonded.value == relay.value) }
    }
  }
}

/// Which values were delivered by which threads.
private final class Deliveries: Sendable {
  private let all = Mutex<[(value: Int, thread: ObjectIdentifier)]>([])

  func note(_ value: Int) {
    let thread = ObjectIdentifier(Thread.current)
    all.withLock { $0.append((value, thread)) }
  }

  var values: [Int] { all.withLock { $0.map(\.value) } }

  /// How many values one thread delivered, and then the next.
  var runs: [Int] {
    all.withLock { all in
      var (runs, last) = ([Int](), ObjectIdentifier?.none)
      for (_, thread) in all {
        if thread != last { runs.append(0) }
        runs[runs.endIndex - 1] += 1
        last = thread
      }
      return runs
    }
  }
}

/// Has other threads set a relay to 2, 3 and so on, after its first setter has set it to 1.
///
/// From 3 on, the first setter delivers nothing but changes of others.
private func queueChanges(of relay: SharedRelay<Int>, after value: Int, upTo last: Int = 102) {
  if value == 1 { onAnotherThread { relay.set(2) } }
  if value == 2 { onAnotherThread { for value in 3...last { relay.set(value) } } }
}

/// Runs a closure on a thread of its own, and waits for it.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}
