import Dispatch
import Foundation
import ModularityTestSupport
import Pharos
import Testing

/// Changes that are on their way elsewhere when their closure ends.
@Suite struct EndedOnTheWayTests {
  private let recorder = EventRecorder<Int>()
  private let shared = SharedRelay(0)

  /// Sets the relay on another thread, and returns when that has been done.
  private func setElsewhere(_ value: Int) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [shared] in
      shared.set(value)
      isDone.signal()
    }
    isDone.wait()
  }

  /// Returns when what was sent to the main queue before has run there.
  private func mainQueueHasRun() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }

  /// What the main actor does without letting anything in between.
  @MainActor private func watchAndEnd(_ end: (SharedRelay<Int>) -> Void) {
    let relay = shared.whenDidSet { @MainActor [recorder] in recorder.record($0.new) }
    setElsewhere(1)
    end(relay)
  }

  @Test func `A closure that is discarded on its actor is not called there afterwards`() async {
    await watchAndEnd { $0.discard() }
    await mainQueueHasRun()
    #expect(recorder.events == [])
  }

  @Test func `A closure that is not discarded is called`() async {
    await watchAndEnd { _ in }
    await mainQueueHasRun()
    #expect(recorder.events == [1])
  }

  @Test func `A closure that is discarded on its queue is not called there afterwards`() {
    let queue = DispatchQueue(label: "observer")
    let relay = shared.whenDidSet { [recorder] in recorder.record($0.new) }.observe(on: queue)
    queue.sync {
      setElsewhere(1)
      relay.discard()
    }
    queue.sync {}
    #expect(recorder.events == [])
  }

  @Test func `When a closure is replaced, neither it nor the new one gets pending changes`() {
    let queue = DispatchQueue(label: "observer")
    let relay = shared.whenDidSet { [recorder] in recorder.record($0.new) }.observe(on: queue)
    queue.sync {
      setElsewhere(1)
      relay.whenDidSet { [recorder] in recorder.record(10 * $0.new) }
    }
    setElsewhere(2)
    queue.sync {}
    #expect(recorder.events == [20])
  }

  @Test func `A pending change arrives, though a filter is added in between`() {
    let queue = DispatchQueue(label: "observer")
    let relay = shared.whenDidSet { [recorder] in recorder.record($0.new) }.observe(on: queue)
    queue.sync {
      setElsewhere(1)
      relay.ignore { $0.new == 2 }
    }
    setElsewhere(2)
    setElsewhere(3)
    queue.sync {}
    #expect(recorder.events == [1, 3])
  }
}
