import ModularityTestSupport
import Pharos
import Testing

/// Nothing that an actor has to do with its relays keeps the actor.
@Suite(.timeLimit(.minutes(10))) struct ActorLifetimeTests {
  private actor Counter {
    @Relayed var count = 0
    let seen: EventRecorder<String>

    init(_ seen: EventRecorder<String>) { self.seen = seen }

    func observe() {
      let seen = seen
      $count.whenDidSet { seen.record("own \(arrow($0))") }
      $count.addDidUniqueSet(.exceptInvokedManually) { seen.record("unique \($0.new)") }
      unsafe $count.debounce(for: .zero).whenDidSet { seen.record("rested \($0.new)") }
      unsafe $count.throttle(for: .zero).whenDidSet { seen.record("slow \($0.new)") }
      $count.nextRelay().whenDidSet(invoke: self) { $0.note($1) }
      count = 1
    }

    func note(_ changes: Changes<Int>) { seen.record("method \(changes.new)") }

    func follow(_ relay: SharedRelay<Int>) {
      relay.whenDidSet(invoke: self) { $0.note($1) }
    }
  }

  @Test func `An actor that observes its own property is released`() async throws {
    let seen = EventRecorder<String>()
    let resident = Weak<Counter>()
    do {
      let counter = Counter(seen)
      resident.object = counter
      await counter.observe()
      _ = try await seen.waitForEvents(count: 5)
    }
    // The task that told it last may keep it for a moment.
    while resident.object != nil { await Task.yield() }
    #expect(
      seen.events.sorted() == ["method 1", "own 0->1", "rested 1", "slow 1", "unique 1"])
  }

  @Test func `A shared relay drops observers of a released actor`() async throws {
    let seen = EventRecorder<String>()
    let relay = SharedRelay(0)
    let resident = Weak<Counter>()
    do {
      let counter = Counter(seen)
      resident.object = counter
      await counter.follow(relay)
      relay.set(1)
      _ = try await seen.waitForEvents(count: 1)
    }
    while resident.object != nil { await Task.yield() }
    relay.set(2)
    relay.set(3)
    #expect(seen.events == ["method 1"])
  }

  /// An object that is not kept.
  private final class Weak<Object: AnyObject> {
    weak var object: Object?
  }
}
