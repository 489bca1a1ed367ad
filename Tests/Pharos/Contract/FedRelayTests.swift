import Foundation
import ModularityTestSupport
import Pharos
import Testing

/// What is mapped and merged, and set or invoked by hand as well.
@Suite struct FedRelayTests {
  let model = Model()
  let log = Log()

  @Test func `A relay invoked in a transaction with its source changes once, to the last value`() {
    var count = 0
    let mapped = model.$number.map { $0 * 2 }
    let next = mapped.map { number in
      count += 1
      return number + 1
    }
    mapped.whenDidSet { log.note("mapped", $0) }
    next.whenDidSet { log.note("next", $0) }
    mergeRelays(next, model.$number).whenDidSet { log.note("merged", $0) }
    count = 0
    transaction {
      model.number = 1
      mapped.invokeRelayWithCurrentValue()
    }
    #expect(count == 1)
    #expect(log.take() == ["mapped 0->2", "next 1->3", "merged (1, 0)->(3, 1)"])
    transaction {
      mapped.invokeRelayWithCurrentValue()
      model.number = 2
    }
    #expect(log.take() == ["mapped 2->4", "next 3->5", "merged (3, 1)->(5, 2)"])
  }

  @Test func `A relay that passed its value on before its source changes reports both`() {
    let first = model.$number.map { $0 * 2 }
    let second = first.map { $0 + 1 }
    first.whenDidSet { log.note("first", $0) }
    second.whenDidSet { log.note("second", $0) }
    second.map { -$0 }.whenDidSet { log.note("third", $0) }
    transaction {
      second.invokeRelayWithCurrentValue()
      first.invokeRelayWithCurrentValue()
      model.number = 1
    }
    #expect(Set(log.take()) == ["first 0->2", "second 1->3", "third -1->-3"])
    model.number = 2
    #expect(log.lines == ["first 2->4", "second 3->5", "third -3->-5"])
  }

  @Test func `A value that is set by hand, and its source in the same transaction, are one change`()
  {
    let source = SharedRelay(0)
    let mapped = source.map { $0 * 2 }
    let log = EventRecorder<String>()
    mapped.whenDidSet { log.record(arrow($0)) }
    transaction {
      mapped.set(7)
      source.set(1)
    }
    #expect(log.reset() == ["0->2"])
    mapped.set(9)
    source.set(5)
    #expect(log.events == ["2->9", "9->10"])
  }

  @Test func `The last change that an observer sees has the current value`() {
    let mapped = model.$number.map { $0 * 2 }
    mapped.whenDidSet { change in
      log.note("mapped", change)
      guard change.new == 2 else { return }
      model.number = 5
      mapped.invokeRelayWithCurrentValue()
    }
    model.number = 1
    #expect(log.lines == ["mapped 0->2", "mapped 2->10"])
    mapped.invokeRelayWithCurrentValue()
    #expect(log.lines.last == "mapped 10->10")
  }

  @Test(.timeLimit(.minutes(10)))
  func `Sets by hand and through the source form one unbroken sequence`() async {
    let source = SharedRelay(0)
    let mapped = source.map { $0 }
    let log = EventRecorder<Changes<Int>>()
    mapped.whenDidSet { log.record($0) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            switch (thread + number) % 3 {
            case 0: source.set(thread * 1_000 + number)
            case 1: mapped.set(-thread * 1_000 - number)
            default: mapped.modify { $0 += 1 }
            }
          }
        }
      }
    }
    let events = log.events
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.new == $1.old })
    #expect(events.last?.new == mapped.value)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A merge made while two threads deliver gets the rest of both, in order`() {
    for _ in 0..<100 {
      let sources = (0..<2).map { _ in SharedRelay(0) }
      let (inside, mayGo, done) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      // Both threads are in the middle of a change when their relays are merged.
      let mapped = sources.map { source in
        source.map { value in
          if value == 1 {
            inside.signal()
            mayGo.wait()
          }
          return value
        }.map { $0 }
      }
      for source in sources {
        Thread.detachNewThread {
          for value in 1...5 { source.set(value) }
          done.signal()
        }
      }
      for _ in sources { inside.wait() }
      let merged = mergeRelays(mapped[0], mapped[1])
      let zipped = zip(mapped[0], mapped[1])
      let log = EventRecorder<Changes<[Int]>>()
      let zips = EventRecorder<[Int]>()
      merged.map { [$0.0, $0.1] }.whenDidSet { log.record($0) }
      zipped.whenDidSet { zips.record([$0.new.0, $0.new.1]) }
      for _ in sources { mayGo.signal() }
      for _ in sources { done.wait() }
      #expect(merged.value == (5, 5))
      #expect(zip(log.events, log.events.dropFirst()).allSatisfy { $0.new == $1.old })
      #expect(log.events.last?.new == [5, 5])
      #expect(zips.events == (1...5).map { [$0, $0] })
    }
  }
}
