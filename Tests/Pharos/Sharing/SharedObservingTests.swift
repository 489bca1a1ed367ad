import Foundation
import ModularityTestSupport
import Pharos
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct SharedObservingTests {
  private let relay = SharedRelay(0)
  private let seen = EventRecorder<String>()

  /// An object that several threads may use.
  private final class Meter: Sendable {
    let seen: EventRecorder<String>

    init(_ seen: EventRecorder<String>) { self.seen = seen }

    func didChange(_ changes: Changes<Int>) { seen.record("meter \(arrow(changes))") }
  }

  @MainActor private final class Screen {
    let seen: EventRecorder<String>

    init(_ seen: EventRecorder<String>) { self.seen = seen }

    func didChange(_ changes: Changes<Int>) {
      MainActor.assertIsolated()
      seen.record("screen \(arrow(changes))")
    }
  }

  private actor Archive {
    let seen: EventRecorder<String>

    init(_ seen: EventRecorder<String>) { self.seen = seen }

    func didChange(_ changes: Changes<Int>) { seen.record("archive \(arrow(changes))") }
  }

  @Test func `A method is called on the thread of the change, without retaining its object`() {
    weak var gone: Meter?
    do {
      let meter = Meter(seen)
      gone = meter
      relay.whenDidSet(invoke: meter, method: Meter.didChange)
      relay.nextRelay().whenDidUniqueSet(invoke: meter, method: Meter.didChange)
      relay.set(1)
      relay.set(1)
    }
    #expect(gone == nil)
    relay.set(2)
    #expect(seen.events == ["meter 0->1", "meter 0->1", "meter 1->1"])
  }

  @Test func `A method of the main actor is called on the main actor`() async throws {
    let screen = await Screen(seen)
    relay.whenDidSet(invoke: screen, method: Screen.didChange)
    relay.nextRelay().whenDidUniqueSet(
      .exceptInvokedManually, invoke: screen, method: Screen.didChange)
    await Task.detached { [relay] in relay.set(1) }.value
    #expect(try await seen.waitForEvents(count: 2) == ["screen 0->1", "screen 0->1"])
  }

  @Test func `A closure is called on an actor`() async throws {
    let archive = Archive(seen)
    relay.whenDidSet(invoke: archive) { $0.didChange($1) }
    relay.nextRelay().whenDidUniqueSet(invoke: archive) { $0.didChange($1) }
    relay.set(1)
    #expect(try await seen.waitForEvents(count: 2) == ["archive 0->1", "archive 0->1"])
  }

  @MainActor @Test
  func `An object released before a delivery ends only its own observer`() async {
    do {
      let screen = Screen(seen)
      relay.whenDidSet(invoke: screen, method: Screen.didChange)
      // On its way to the main actor, which is here.
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [relay] in
        relay.set(1)
        done.signal()
      }
      done.waitUninterruptibly()
    }
    relay.whenDidSet { [seen] in seen.record("new \(arrow($0))") }
    // What is on its way arrives before this.
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    relay.set(2)
    #expect(seen.events == ["new 1->2"])
  }

  @Test func `Unique observers receive different values, and by hand if so configured`() {
    relay.addDidUniqueSet { [seen] in seen.record("always \(arrow($0))") }
    relay.addDidUniqueSet(.exceptInvokedManually) { [seen] in seen.record("except \(arrow($0))") }
    relay.addDidUniqueSet { [seen] in seen.record("called") }
    relay.whenDidUniqueSet { [seen] in seen.record("main") }
    relay.addDidSet { [seen] in seen.record("every") }.ignoreSameValue()
    relay.invokeRelayWithCurrentValue()
    #expect(seen.events == ["except 0->0"])
    relay.set(0)
    relay.set(1)
    #expect(
      seen.events.dropFirst() == ["main", "always 0->1", "except 0->1", "called", "every"])
  }

  @Test func `A shared array is mapped by its elements, and other values as a whole`() {
    let words = SharedRelay(["a", ""])
    let counts = words.compactMap { $0.isEmpty ? nil : $0.count }
    #expect(counts.value == [1])
    #expect(words.listMap { $0.count }.value == [1, 0])
    let positive = relay.compactMap { $0 > 0 ? $0 : nil }
    #expect(positive.value == nil)
    positive.whenDidSet { [seen] in seen.record(arrow($0)) }
    relay.set(2)
    relay.set(-1)
    #expect(positive.value == 2)
    #expect(seen.events == ["nil->Optional(2)"])
    words.set(["ab"])
    #expect(counts.value == [2])
  }

  @Test func `Merged relays, and values ignored for all later relays`() {
    let other = SharedRelay("a")
    let merged = relay.merge(with: other).ignore(ifTrue: { $0.new.0 == 1 }).map { "\($0.0)\($0.1)" }
    merged.whenDidSet { [seen] in seen.record(arrow($0)) }
    relay.set(1)
    relay.set(2)
    other.set("b")
    #expect(seen.events == ["0a->2a", "2a->2b"])
  }
}

extension DispatchSemaphore {
  /// Waits; in a function, because code that is asynchronous may not.
  fileprivate func waitUninterruptibly() { wait() }
}
