import Dispatch
import Foundation
import ModularityTestSupport
import Pharos
import Testing

@Suite struct IsolationTests {
  @MainActor final class Screen {
    @Relayed var text: String?
    var shown: [String] = []
    let recorder = EventRecorder<String>()

    func watch() {
      $text.whenDidSet { changes in self.shown.append(changes.new ?? "nil") }
        .addDidSet { self.shown.append("changed") }
      $text.map { $0?.count ?? self.shown.count }.whenDidSet { self.shown.append("\($0.new)") }
      $text.nextRelay().whenDidSet(invoke: self, method: Screen.textDidChange)
    }

    func textDidChange(_ changes: Changes<String?>) { shown.append("method") }

    func watch(_ shared: SharedRelay<Int>) {
      shared.whenDidSet { changes in
        MainActor.assertIsolated()
        self.recorder.record("\(changes.new)")
      }
    }
  }

  actor Counter {
    @Relayed var count = 0
    let recorder = EventRecorder<String>()
    private var total = 0

    func watch() {
      $count.whenDidSet { changes in self.total += changes.new }
      $count.nextRelay().whenDidSet(invoke: self) { counter, changes in
        counter.note(changes)
      }
    }

    func note(_ changes: Changes<Int>) { recorder.record("\(total) \(changes.new)") }

    func set(_ count: Int) { self.count = count }

    func watch(_ shared: SharedRelay<Int>) {
      shared.whenDidSet { changes in
        self.preconditionIsolated()
        self.recorder.record("shared \(changes.new)")
      }
    }
  }

  @MainActor @Test func `Closures of the main actor are called before a setter on it returns`() {
    let screen = Screen()
    screen.watch()
    screen.text = "ab"
    #expect(screen.shown == ["ab", "changed", "method", "2"])
  }

  @Test func `Closures of an actor are called before a setter on it returns`() async throws {
    let counter = Counter()
    await counter.watch()
    await counter.set(3)
    await counter.set(4)
    #expect(try await counter.recorder.waitForEvents(count: 2) == ["3 3", "7 4"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `A shared relay calls closures of the main actor there, in order`() async throws {
    let shared = SharedRelay(0)
    let screen = await Screen()
    await screen.watch(shared)
    await Task.detached { for number in 1...20 { shared.set(number) } }.value
    let events = try await screen.recorder.waitForEvents(count: 20)
    #expect(events == (1...20).map(\.description))
  }

  @MainActor @Test func `On the main actor, a shared relay calls its closures at once`() {
    let shared = SharedRelay(0)
    let screen = Screen()
    screen.watch(shared)
    shared.set(1)
    #expect(screen.recorder.events == ["1"])
  }

  @MainActor @Test(.timeLimit(.minutes(10)))
  func `A call on its way to the main actor delays later ones of its closure, and no others`()
    async throws
  {
    let (busy, idle) = (SharedRelay(0), SharedRelay(0))
    let (early, late, other) = (Screen(), Screen(), Screen())
    early.watch(busy)
    other.watch(idle)
    // Its call waits until the test suspends, as the main actor is not free before.
    let isSet = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      busy.set(1)
      isSet.signal()
    }
    isSet.wait()
    late.watch(busy.nextRelay())
    idle.set(1)
    busy.set(2)
    #expect(early.recorder.events.isEmpty)
    #expect(late.recorder.events == ["2"])
    #expect(other.recorder.events == ["1"])

    #expect(try await early.recorder.waitForEvents(count: 2) == ["1", "2"])
    busy.set(3)
    #expect(early.recorder.events == ["1", "2", "3"])
    #expect(late.recorder.events == ["2", "3"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `A shared relay calls closures of an actor there, in order`() async throws {
    let shared = SharedRelay(0)
    let counter = Counter()
    await counter.watch(shared)
    await Task.detached { for number in 1...20 { shared.set(number) } }.value
    let events = try await counter.recorder.waitForEvents(count: 20)
    #expect(events == (1...20).map { "shared \($0)" })
  }

  @Test(.timeLimit(.minutes(10)))
  func `An observer on a queue gets every change, in order`() async throws {
    let shared = SharedRelay(0)
    let recorder = EventRecorder<String>()
    let queue = DispatchQueue(label: "observer")
    shared.whenDidSet { changes in
      dispatchPrecondition(condition: .onQueue(queue))
      recorder.record(arrow(changes))
    }.observe(on: queue)
    for number in 1...5 { shared.set(number) }
    let events = try await recorder.waitForEvents(count: 5)
    #expect(events == ["0->1", "1->2", "2->3", "3->4", "4->5"])
  }

  @Test func `An observer on a queue is called at once by code on the queue, if it may`() {
    let shared = SharedRelay(0)
    let recorder = EventRecorder<Int>()
    let queue = DispatchQueue(label: "observer")
    let other = DispatchQueue(label: "other")
    shared.whenDidSet { recorder.record($0.new) }.observe(on: queue).syncWhenInSameThread()
    queue.sync {
      shared.set(1)
      #expect(recorder.events == [1])
    }
    other.sync { shared.set(2) }
    queue.sync {}
    #expect(recorder.events == [1, 2])
  }

  @Test(.timeLimit(.minutes(10)))
  func `A change by another thread is delivered by the delivering thread`() async {
    let shared = SharedRelay(0)
    let log = EventRecorder<String>()
    shared.whenDidSet { change in
      if change.new == 1 {
        // Would wait for ever if a lock were held, or if the other had to wait.
        DispatchQueue.global().sync {}
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          shared.set(2)
          log.record("set, shows \(shared.value)")
          done.signal()
        }
        done.wait()
      }
      log.record(arrow(change))
    }.addDidSet { log.record("next \(arrow($0))") }
    shared.set(1)
    #expect(
      log.events == ["set, shows 2", "0->1", "next 0->1", "1->2", "next 1->2"])
  }
}
