import Testing

@testable import ProcessLifecycle

/// What the host that is in charge hears of signals.
@Suite struct HostSignalTests {
  private let recorder = Recorder<String>()

  private func makeEngine() -> LifecycleEngine {
    LifecycleEngine(
      problemLog: ProblemLog { [recorder] in recorder.note("problem \($0.code)") },
      declaredListeners: { _ in [] }, makeSource: { _ in nil })
  }

  private func takeCharge(of engine: LifecycleEngine, named name: String) throws -> ProcessHost {
    try engine.takeCharge(named: name, fileID: "App/Main.swift", line: 7)
  }

  @Test func `The latest body receives signals, on the thread that reports them`() throws {
    let engine = makeEngine()
    let host = try takeCharge(of: engine, named: "app")
    engine.tellHost(of: .terminate)
    host.onSignal { [recorder] in recorder.note("first \($0)") }
    engine.tellHost(of: .terminate)
    host.onSignal { [recorder] in recorder.note("second \($0)") }
    engine.tellHost(of: .interrupt)
    #expect(recorder.entries == ["first terminate", "second interrupt"])
    host.release()
  }

  @Test func `A released host receives no signal, and does not affect the next`()
    throws
  {
    let engine = makeEngine()
    let first = try takeCharge(of: engine, named: "first")
    first.onSignal { [recorder] _ in recorder.note("first") }
    first.release()
    engine.tellHost(of: .terminate)
    let second = try takeCharge(of: engine, named: "second")
    second.onSignal { [recorder] _ in recorder.note("second") }
    first.onSignal { [recorder] _ in recorder.note("too late") }
    engine.tellHost(of: .terminate)
    #expect(recorder.entries == ["second"])
    second.release()
  }

  @Test func `No lock is held while a body runs, and a replaced body is released`() throws {
    final class Held: Sendable {}
    let engine = makeEngine()
    let host = try takeCharge(of: engine, named: "app")
    weak var held: Held?
    do {
      let object = Held()
      held = object
      host.onSignal { [weak host, recorder] _ in
        recorder.note("\(object)".isEmpty ? "" : "told")
        host?.onSignal { [recorder] _ in recorder.note("replaced") }
      }
    }
    #expect(held != nil)
    engine.tellHost(of: .terminate)
    #expect(held == nil)
    engine.tellHost(of: .terminate)
    #expect(recorder.entries == ["told", "replaced"])
    host.release()
  }

  @Test func `The latest real delivery of an event is known, not simulated ones`() {
    let engine = makeEngine()
    #expect(engine.latestDelivery(of: .terminate) == nil)
    engine.simulate(ProcessEventContext(.terminate))
    #expect(engine.latestDelivery(of: .terminate) == nil)
    let first = engine.deliver(ProcessEventContext(.terminate))
    #expect(engine.latestDelivery(of: .terminate) === first)
    let second = engine.deliver(ProcessEventContext(.terminate))
    engine.simulate(ProcessEventContext(.terminate))
    #expect(engine.latestDelivery(of: .terminate) === second)
    #expect(engine.latestDelivery(of: .hangup) == nil)
  }
}
