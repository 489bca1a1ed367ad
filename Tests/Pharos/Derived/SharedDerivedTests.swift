import Foundation
import ModularityTestSupport
import Pharos
import Testing

@Suite struct SharedDerivedTests {
  @Test func `A shared derived value is computed when it is read, and follows`() {
    let (one, other) = (SharedRelay(1), SharedRelay(2))
    let sum = SharedDerived { one.value + other.value }
    #expect(sum.value == 3)
    one.set(5)
    #expect(sum.value == 7)
    let log = EventRecorder<Int>()
    let relay = sum.whenDidSet { log.record($0.new) }
    other.set(3)
    #expect(relay.value == 8)
    #expect(log.events == [8])
  }

  /// Who observes what four threads set and read.
  enum Audience: CaseIterable {
    case always, nowAndThen, never
  }

  @Test(.timeLimit(.minutes(10)), arguments: Audience.allCases)
  func `Four threads read their own sets, and observers get the last value`(
    audience: Audience
  ) async {
    let sources = (0..<4).map { _ in SharedRelay(0) }
    let choice = SharedRelay(false)
    let sum = SharedDerived { sources.reduce(0) { $0 + $1.value } }
    let difference = SharedDerived { choice.value ? sources[0].value - sources[1].value : 0 }
    let both = SharedDerived { [sum.value, difference.value] }
    let log = EventRecorder<Changes<[Int]>>()
    let kept = audience == .always ? both.whenDidSet { log.record($0) } : nil
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 1...300 {
            sources[thread].set(number)
            let now = sum.value
            // What is observed follows when the change has been delivered, which another
            // thread may be about to do.
            if audience == .never { #expect(now >= number) }
            switch number % 7 {
            case 0: choice.modify { $0.toggle() }
            case 1 where audience == .nowAndThen:
              both.relay.nextRelay().whenDidSet { _ in }.discard()
            case 2: _ = both.value
            default: break
            }
          }
        }
      }
    }
    choice.set(true)
    sources[0].set(1_000)
    #expect(both.value == [1_900, 700])
    #expect(sum.value == 1_900)
    if kept != nil {
      #expect(log.events.last?.new == [1_900, 700])
      #expect(zip(log.events, log.events.dropFirst()).allSatisfy { $0.new == $1.old })
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `A diamond is consistent at every emission, on whichever thread its source is set`() async {
    let source = SharedRelay(0)
    let (one, other) = (SharedDerived { source.value + 1 }, SharedDerived { source.value * 2 })
    let both = SharedDerived { [one.value, other.value] }
    let log = EventRecorder<[Int]>()
    let relay = both.whenDidSet { log.record($0.new) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask { for number in 0..<300 { source.set(thread * 1_000 + number) } }
      }
    }
    source.set(-1)
    #expect(log.events.allSatisfy { ($0[0] - 1) * 2 == $0[1] })
    #expect(relay.value == [0, -2])
  }

  @Test(.timeLimit(.minutes(10)))
  func `A derived function may wait for a thread that uses its sources`() {
    let source = SharedRelay(0)
    let next = SharedDerived { source.value + 1 }
    let last = SharedDerived {
      let value = next.value
      if value % 10 == 1 {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          source.set(value + 3)
          _ = next.value
          isDone.signal()
        }
        isDone.wait()
      }
      return value
    }
    #expect(last.value == 5)
    let log = EventRecorder<String>()
    let relay = last.whenDidSet { log.record(arrow($0)) }
    source.set(10)
    #expect(relay.value == 15)
    #expect(log.events == ["5->11", "11->15"])
  }
}
