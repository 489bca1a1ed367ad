import Foundation
import ModularityTestSupport
import Pharos
import ProcessLifecycle
import Testing

@Suite struct ThrottleTests {
  @Test(.timeLimit(.minutes(10)))
  func `The first change passes at once, and the latest of the others after the interval`()
    async throws
  {
    let clock = ManualClock()
    let shared = SharedRelay(0)
    let log = EventRecorder<String>()
    shared.whenDidSet { log.record("\(clock.now) \(arrow($0))") }
      .multipleSetDelayed(by: 0.5, clock: clock)
    let child = EventRecorder<String>()
    shared.addDidSet { child.record(arrow($0)) }

    for value in 1...3 { shared.set(value) }
    #expect(log.events == ["0.0 seconds 0->1"])
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    #expect(try await log.waitForEvents(count: 2).last == "0.5 seconds 1->3")

    // The time has begun anew.
    shared.set(4)
    #expect(log.events.count == 2)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    #expect(try await log.waitForEvents(count: 3).last == "1.0 seconds 3->4")
    #expect(child.events == ["0->1", "1->2", "2->3", "3->4"])
  }

  @Test(.timeLimit(.minutes(10)), arguments: [true, false])
  func `A late change is delivered on the main actor if it was set there`(onMain: Bool)
    async throws
  {
    let clock = ManualClock()
    let shared = SharedRelay(0)
    let log = EventRecorder<Bool>()
    shared.whenDidSet { _ in log.record(ProcessLifecycle.isOnMain) }
      .multipleSetDelayed(by: 0.5, clock: clock)
    // One that the other side set before does not count.
    let set: @Sendable (Int) -> Void = { shared.set($0) }
    if onMain {
      await Self.offMain { for value in 1...2 { set(value) } }
      await MainActor.run { set(3) }
    } else {
      await MainActor.run { for value in 1...2 { set(value) } }
      await Self.offMain { set(3) }
    }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    #expect(try await log.waitForEvents(count: 2) == [!onMain, onMain])

    // The interval has started anew, and orders what comes next.
    await MainActor.run { set(4) }
    #expect(log.events.count == 2)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    #expect(try await log.waitForEvents(count: 3).last == true)
  }

  @concurrent private static func offMain(_ body: @Sendable () -> Void) async { body() }

  @MainActor @Test(.timeLimit(.minutes(10)))
  func `A class of the main actor need not say so to observe late changes`() async throws {
    let clock = ManualClock()
    let form = Form()
    unsafe form.$text.whenDidSet { form.seen.append("\($0.new)") }
      .multipleSetDelayed(by: 0.5, clock: clock)
    for text in ["a", "ab", "abc"] { form.text = text }
    #expect(form.seen == ["a"])
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    while form.seen.count < 2 { await Task.yield() }
    #expect(form.seen == ["a", "abc"])
  }

  /// A plain class, as the original's documentation has it.
  private final class Form {
    @Observable var text = ""
    var seen: [String] = []
  }

  @Test(.timeLimit(.minutes(10)))
  func `A change that is pending when its relay is discarded is not delivered`() async throws {
    let clock = ManualClock()
    let shared = SharedRelay(0)
    let log = EventRecorder<String>()
    let relay = addRecorded(to: shared, log, clock)
    shared.set(1)
    shared.set(2)
    relay.discard()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    // The last that keeps the closure is who has waited.
    #expect(try await log.waitForEvents(count: 2) == ["0->1", "released"])
    shared.set(3)
    #expect(log.events.count == 2)
  }

  /// A clock on which a task that sleeps gets its thread ten seconds late.
  private struct LateClock: Clock {
    private static let key = "ThrottleTests.isSetter"
    let deadlines = EventRecorder<ManualClock.Instant>()
    let minimumResolution = Duration.zero

    var now: ManualClock.Instant {
      let isSetter = Thread.current.threadDictionary[Self.key] != nil
      return ManualClock.Instant(offset: isSetter ? .zero : .seconds(10))
    }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      deadlines.record(deadline)
    }

    /// Does something at zero.
    func onTime(_ body: () -> Void) {
      Thread.current.threadDictionary[Self.key] = true
      body()
      Thread.current.threadDictionary[Self.key] = nil
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `The interval starts when a change passes, not when a task gets a thread`() async throws {
    let clock = LateClock()
    let shared = SharedRelay(0)
    shared.whenDidSet { _ in }.multipleSetDelayed(by: 0.5, clock: clock)
    clock.onTime { shared.set(1) }
    let deadlines = try await clock.deadlines.waitForEvents(count: 1)
    #expect(deadlines.map(\.offset) == [.milliseconds(500)])
  }

  @Test(.timeLimit(.minutes(10)))
  func `Within the interval, the first change or none passes, as configured`()
    async throws
  {
    let clock = ManualClock()
    let shared = SharedRelay(0)
    let log = EventRecorder<String>()
    let first = shared.throttle(for: .seconds(1), passing: .first, clock: clock)
    first.whenDidSet { log.record("first \(arrow($0))") }
    let none = shared.throttle(for: .seconds(1), passing: .none, clock: clock)
    none.whenDidSet { log.record("none \(arrow($0))") }
    for value in 1...4 { shared.set(value) }
    #expect(log.events.sorted() == ["first 0->1", "none 0->1"])
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(try await log.waitForEvents(count: 3).last == "first 1->2")
    shared.set(5)
    #expect(log.events.last == "none 1->5")
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(try await log.waitForEvents(count: 5).last == "first 2->5")
  }

  /// Adds an observer that is told of changes with time between them, and notes when
  /// it is released.
  private func addRecorded(
    to shared: SharedRelay<Int>, _ log: EventRecorder<String>, _ clock: ManualClock
  ) -> SharedRelay<Int> {
    let end = End { log.record("released") }
    return shared.addDidSet { [end] in
      _ = end
      log.record(arrow($0))
    }
    .multipleSetDelayed(by: 0.5, clock: clock)
  }

  /// Does something when it is released.
  private final class End: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
  }
}
