import Testing

@testable import ProcessLifecycle

@MainActor
@Suite struct LifecycleEngineTests {
  private let recorder = Recorder<String>()

  private func makeEngine(
    source: FakeSource? = nil,
    declared: [LifecycleListener.Body] = []
  ) -> LifecycleEngine {
    LifecycleEngine(
      problemLog: ProblemLog { [recorder] in recorder.note("problem \($0.code)") },
      declaredListeners: { _ in declared },
      makeSource: { _ in source })
  }

  @Test func `Listeners are started in order, each up to its first suspension`() async {
    let engine = makeEngine()
    for number in 1...3 {
      _ = engine.on(.user1) { [recorder] _ in
        recorder.note("start \(number)")
        await Task.yield()
        recorder.note("end \(number)")
      }
    }
    let delivery = engine.simulate(ProcessEventContext(.user1))
    #expect(recorder.entries == ["start 1", "start 2", "start 3"])
    #expect(!delivery.isFinished)
    await delivery.finished()
    #expect(delivery.isFinished)
    #expect(recorder.entries.suffix(3).sorted() == ["end 1", "end 2", "end 3"])
  }

  @Test func `An event from another thread is delivered on the main actor`() async {
    let engine = makeEngine()
    _ = engine.on(.user1) { [recorder] _ in
      MainActor.assertIsolated()
      recorder.note("told \(MainQueue.isCurrent)")
    }
    await Task.detached { await engine.deliver(ProcessEventContext(.user1)).finished() }.value
    #expect(recorder.entries == ["told true"])
  }

  @Test func `A delivery without listeners finishes at once`() {
    #expect(makeEngine().simulate(ProcessEventContext(.hangup)).isFinished)
  }

  @Test func `A cancelled listener is not called, not even later in the same delivery`() {
    let engine = makeEngine()
    let later = Recorder<LifecycleListener>()
    _ = engine.on(.user1) { [recorder] _ in
      recorder.note("first")
      for listener in later.entries { listener.cancel() }
    }
    later.note(engine.on(.user1) { [recorder] _ in recorder.note("second") })
    engine.simulate(ProcessEventContext(.user1))
    engine.simulate(ProcessEventContext(.user1))
    #expect(recorder.entries == ["first", "first"])
  }

  @Test func `Cancelling releases what the closure held`() {
    final class Held: Sendable {}
    let engine = makeEngine()
    weak var observed: Held?
    let listener: LifecycleListener
    do {
      let held = Held()
      observed = held
      listener = engine.on(.user1) { _ in withExtendedLifetime(held) {} }
    }
    #expect(observed != nil)
    listener.cancel()
    listener.cancel()
    #expect(observed == nil)
  }

  @Test func `A source runs exactly while it has listeners`() {
    let source = FakeSource(recorder: recorder)
    let engine = makeEngine(source: source)
    let first = engine.on(.memoryPressure) { _ in }
    let second = engine.on(.memoryPressure) { _ in }
    first.cancel()
    #expect(recorder.entries == ["start"])
    second.cancel()
    #expect(recorder.entries == ["start", "stop"])
    _ = engine.on(.memoryPressure) { _ in }
    #expect(recorder.entries == ["start", "stop", "start"])
  }

  @Test func `The value of an event reaches the listener`() throws {
    let source = FakeSource()
    let engine = makeEngine(source: source)
    let told = Recorder<ProcessEventContext>()
    _ = engine.on(.memoryPressure) { told.note($0) }
    let pressure = MemoryPressure(level: .critical, stalledShare: 0.5)
    #expect(!engine.hasHappened(.memoryPressure))
    let happened = source.happen(ProcessEventContext(.memoryPressure, memoryPressure: pressure))
    #expect(try #require(happened).isFinished)
    #expect(told.entries.map(\.memoryPressure) == [pressure])
    #expect(told.entries.map(\.isSimulated) == [false])
    #expect(engine.hasHappened(.memoryPressure))
  }

  @Test func `A simulated event is marked, and not remembered`() {
    let engine = makeEngine()
    let told = Recorder<Bool>()
    _ = engine.on(.willFinishLaunching) { told.note($0.isSimulated) }
    engine.simulate(ProcessEventContext(.willFinishLaunching))
    #expect(told.entries == [true])
    #expect(!engine.hasHappened(.willFinishLaunching))
  }

  @Test func `Listening to an unavailable event is reported, and availability can be queried`() {
    let failure = ProcessLifecycleError(.eventUnavailable, event: .idle, message: "no such thing")
    let engine = makeEngine(source: FakeSource(failure: failure))
    #expect(engine.availability(of: .idle) == .unavailable(reason: "no such thing"))
    _ = engine.on(.idle) { _ in }
    #expect(recorder.entries == ["problem eventUnavailable"])
    #expect(engine.problemLog.latest == [failure])
  }

  @Test func `A custom event occurs by simulation only`() {
    let engine = makeEngine()
    #expect(!engine.availability(of: ProcessEvent("mine")).isAvailable)
    #expect(engine.availability(of: .didFinishLaunching).isAvailable)
  }

  // MARK: - Launching

  @Test func `Declared listeners are called before those added at run time`() {
    let engine = makeEngine(declared: [{ [recorder] in recorder.note("declared \($0.event)") }])
    _ = engine.on(.willFinishLaunching) { [recorder] _ in recorder.note("added") }
    #expect(engine.launch().isFinished)
    #expect(
      recorder.entries == [
        "declared willFinishLaunching", "added", "declared didFinishLaunching",
      ])
  }

  @Test func `The second phase waits for every listener of the first, late ones too`() async {
    let engine = makeEngine()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    _ = engine.on(.willFinishLaunching) { [recorder] _ in
      recorder.note("will")
      _ = engine.on(.willFinishLaunching) { [recorder] _ in
        recorder.note("late")
        for await _ in gate { break }
        recorder.note("late done")
      }
    }
    _ = engine.on(.didFinishLaunching) { [recorder] _ in recorder.note("did") }
    let launch = engine.launch()
    #expect(recorder.entries == ["will", "late"])
    #expect(!engine.hasHappened(.didFinishLaunching))
    opener.yield()
    await launch.finished()
    #expect(recorder.entries == ["will", "late", "late done", "did"])
  }

  @Test func `The launch phases occur once, however often they are requested`() {
    let engine = makeEngine()
    _ = engine.on(.didFinishLaunching) { [recorder] _ in recorder.note("did") }
    engine.mainQueueStarted()
    #expect(engine.launch().isFinished)
    engine.mainQueueStarted()
    #expect(recorder.entries == ["did"])
  }

  @Test func `A listener that is added after a phase is called at once`() {
    let engine = makeEngine()
    #expect(engine.launch().isFinished)
    _ = engine.on(.willFinishLaunching) { [recorder] in recorder.note("\($0.event)") }
    _ = engine.on(.didFinishLaunching) { [recorder] in recorder.note("\($0.event)") }
    #expect(recorder.entries == ["willFinishLaunching", "didFinishLaunching"])
  }

  @Test func `However adding and launching interleave, each listener is called once`() async {
    for _ in 0..<50 {
      let engine = makeEngine()
      let told = Recorder<Int>()
      await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            _ = engine.on(.willFinishLaunching) { _ in told.note(number) }
          }
        }
        group.addTask { engine.mainQueueStarted() }
      }
      await engine.launch().finished()
      // Late ones may have been told in deliveries of their own: those were
      // put on the main actor before this.
      await Task { @MainActor in }.value
      #expect(told.entries.sorted() == Array(0..<8))
    }
  }

  // MARK: - Who is in charge

  @Test func `There is one host at a time, and another may follow it`() throws {
    let engine = makeEngine()
    let first = try engine.takeCharge(named: "app", fileID: "App/Main.swift", line: 7)
    #expect(engine.isHostInCharge)
    let error = #expect(throws: ProcessLifecycleError.self) {
      try engine.takeCharge(named: "other", fileID: "Other/Main.swift", line: 9)
    }
    #expect(error?.code == .hostAlreadyInCharge)
    #expect(error?.description.hasPrefix("Other/Main.swift:9: 'other' cannot") == true)
    #expect(error?.message.contains("'app' is the host since App/Main.swift:7") == true)
    first.release()
    first.release()
    #expect(!engine.isHostInCharge)
    let second = try engine.takeCharge(named: "other", fileID: "Other/Main.swift", line: 9)
    first.release()
    #expect(engine.isHostInCharge)
    second.release()
  }

  @Test func `Releasing the host ends its control`() throws {
    let engine = makeEngine()
    do {
      let host = try engine.takeCharge(named: "app", fileID: "App/Main.swift", line: 7)
      withExtendedLifetime(host) { #expect(engine.isHostInCharge) }
    }
    #expect(!engine.isHostInCharge)
  }

  @Test func `With a host, the phases wait for it`() throws {
    let engine = makeEngine()
    _ = engine.on(.didFinishLaunching) { [recorder] _ in recorder.note("did") }
    let host = try engine.takeCharge(named: "app", fileID: "App/Main.swift", line: 7)
    engine.mainQueueStarted()
    #expect(recorder.entries.isEmpty)
    #expect(host.launch().isFinished)
    #expect(recorder.entries == ["did"])
  }

  @Test func `Many threads may add, cancel and deliver at once`() async {
    let source = FakeSource(recorder: recorder)
    let engine = makeEngine(source: source)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            let listener = engine.on(.memoryPressure) { _ in await Task.yield() }
            _ = engine.deliver(ProcessEventContext(.memoryPressure))
            listener.cancel()
          }
        }
      }
    }
    // Starts and stops took turns, and nothing runs any more.
    let expected = recorder.entries.indices.map { $0.isMultiple(of: 2) ? "start" : "stop" }
    #expect(recorder.entries == expected)
    #expect(recorder.entries.last == "stop")
  }
}
