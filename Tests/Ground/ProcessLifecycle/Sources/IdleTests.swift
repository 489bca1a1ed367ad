import ProgramTestSupport
import Synchronization
import Testing

@testable import ProcessLifecycle

@Suite struct IdleDetectorTests {
  /// A probe that ran, in milliseconds.
  private struct Probe {
    var at: Int
    var took = 0
    var deliveries: UInt64 = 0
  }

  /// What a detector with a period of 400 ms says after each probe.
  private func verdicts(after probes: Probe...) -> [IdleDetector.Verdict] {
    var detector = IdleDetector(gracePeriod: .milliseconds(400), now: .zero, deliveries: 0)
    return probes.map { probe in
      detector.probed(
        sent: .milliseconds(probe.at - probe.took), ran: .milliseconds(probe.at),
        deliveries: probe.deliveries)
    }
  }

  @Test func `Prompt probes over a whole period make an idle event, period after period`() {
    let verdicts = verdicts(
      after: Probe(at: 100), Probe(at: 200), Probe(at: 300), Probe(at: 400), Probe(at: 500),
      Probe(at: 600), Probe(at: 700), Probe(at: 800))
    #expect(verdicts == [.wait, .wait, .wait, .idle, .wait, .wait, .wait, .idle])
  }

  @Test func `A delayed probe restarts the period`() {
    let verdicts = verdicts(
      after: Probe(at: 300), Probe(at: 400, took: 51), Probe(at: 799), Probe(at: 800, took: 50))
    #expect(verdicts == [.wait, .wait, .wait, .idle])
  }

  @Test func `A delivered event restarts the period`() {
    let verdicts = verdicts(
      after: Probe(at: 399, deliveries: 1), Probe(at: 798, deliveries: 1),
      Probe(at: 799, deliveries: 1), Probe(at: 1_199, deliveries: 2))
    #expect(verdicts == [.wait, .wait, .idle, .wait])
  }
}

@MainActor
@Suite struct IdleSourceTests {
  /// A queue and a clock that stand still until the test moves them.
  private final class World: Sendable {
    private struct State {
      var now = Duration.zero
      var alarms: [@Sendable () -> Void] = []
      var queue: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    var surroundings: IdleSource.Surroundings {
      IdleSource.Surroundings(
        now: { self.state.withLock { $0.now } },
        after: { _, block in self.state.withLock { $0.alarms.append(block) } },
        enqueue: { block in self.state.withLock { $0.queue.append(block) } },
        gracePeriod: { .milliseconds(400) })
    }

    var hasAlarm: Bool { state.withLock { !$0.alarms.isEmpty } }

    /// Lets time pass, rings what waits, and runs the queue after a delay.
    func pass(_ milliseconds: Int, queueBusyFor delay: Int = 0) {
      let alarms = state.withLock { state in
        state.now += .milliseconds(milliseconds)
        defer { state.alarms = [] }
        return state.alarms
      }
      for alarm in alarms { alarm() }
      let blocks = state.withLock { state in
        state.now += .milliseconds(delay)
        defer { state.queue = [] }
        return state.queue
      }
      for block in blocks { block() }
    }
  }

  private let world = World()
  private let told = Recorder<ProcessEvent>()

  private func makeEngine() -> LifecycleEngine {
    let source = IdleSource(surroundings: world.surroundings, deliveries: { 0 })
    return LifecycleEngine(makeSource: { $0 == .idle ? source : nil })
  }

  @Test func `The idle event occurs after each quiet period`() {
    let engine = makeEngine()
    _ = engine.on(.idle) { [told] in told.note($0.event) }
    for _ in 0..<4 { world.pass(100) }
    #expect(told.entries == [.idle])
    for _ in 0..<4 { world.pass(100) }
    #expect(told.entries == [.idle, .idle])
  }

  @Test func `A busy queue is never idle`() {
    let engine = makeEngine()
    _ = engine.on(.idle) { [told] in told.note($0.event) }
    for _ in 0..<40 { world.pass(100, queueBusyFor: 60) }
    #expect(told.entries.isEmpty)
  }

  @Test func `Without listeners, nothing wakes up`() {
    let engine = makeEngine()
    #expect(!world.hasAlarm)
    let listener = engine.on(.idle) { _ in }
    #expect(world.hasAlarm)
    listener.cancel()
    world.pass(100)
    #expect(!world.hasAlarm)
  }

  @Test func `While idle listeners run, no period passes`() async {
    let engine = makeEngine()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    _ = engine.on(.idle) { [told] context in
      told.note(context.event)
      for await _ in gate { break }
    }
    for _ in 0..<4 { world.pass(100) }
    #expect(!world.hasAlarm)
    opener.yield()
    while !world.hasAlarm { await Task.yield() }
    #expect(told.entries == [.idle])
  }

  @Test func `The real main queue becomes idle`() async throws {
    let child = try ChildProcess("LifecycleFixture", "idle")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    try await child.writes("idle 1", "idle 2")
  }
}
