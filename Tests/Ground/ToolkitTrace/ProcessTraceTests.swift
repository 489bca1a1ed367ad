import Dispatch
import Testing

@testable import ToolkitTrace

/// What turns the tracing of a process on and off.
///
/// Each test has a process of its own, in which hardly any other code emits: only
/// its launch may fall into the recording.
@Suite struct ProcessTraceTests {
  /// What must not be evaluated.
  private static func unwanted<Value>(_ value: Value) -> Value {
    Issue.record("evaluated although tracing is off")
    return value
  }

  @Test
  func `Tracing follows start and stop`() async {
    await #expect(processExitsWith: .success) {
      #expect(!Trace.isOn)
      Trace.start(capacity: 4)
      #expect(Trace.isOn)
      Trace.start(capacity: 4)
      #expect(Trace.isOn)
      Trace.stop()
      #expect(!Trace.isOn)
      Trace.stop()
      #expect(!Trace.isOn)
    }
  }

  @Test
  func `While tracing is off no argument is evaluated`() async {
    await #expect(processExitsWith: .success) {
      Trace.stop()
      let token = Trace.begin()
      #expect(token.id == nil)
      Trace.end(
        token, ProcessTraceTests.unwanted("name"), kind: ProcessTraceTests.unwanted(.task),
        module: ProcessTraceTests.unwanted("Tests"),
        cause: ProcessTraceTests.unwanted(nil))
      let moment = Trace.emit(
        ProcessTraceTests.unwanted("name"), kind: ProcessTraceTests.unwanted(.task),
        module: ProcessTraceTests.unwanted("Tests"), cause: ProcessTraceTests.unwanted(nil))
      #expect(moment == nil)
      let sync = Trace.span(
        ProcessTraceTests.unwanted("name"), kind: ProcessTraceTests.unwanted(.task),
        module: ProcessTraceTests.unwanted("Tests"), cause: ProcessTraceTests.unwanted(nil)
      ) { 1 }
      let async = await Trace.span(
        ProcessTraceTests.unwanted("name"), kind: ProcessTraceTests.unwanted(.task),
        module: ProcessTraceTests.unwanted("Tests"), cause: ProcessTraceTests.unwanted(nil)
      ) {
        await Task.yield()
        return 2
      }
      let carried = Trace.withCause(ProcessTraceTests.unwanted(nil)) { 3 }
      let carriedFar = await Trace.withCause(ProcessTraceTests.unwanted(nil)) {
        await Task.yield()
        return 4
      }
      #expect([sync, async, carried, carriedFar] == [1, 2, 3, 4])
      #expect(Trace.currentCause == nil)
    }
  }

  @Test
  func `While tracing is on everything is recorded`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 64)
      defer { Trace.stop() }
      let token = Trace.begin()
      let moment = Trace.emit("moment", kind: .event, module: "Tests", cause: token.id)
      Trace.end(token, "token", kind: .wire, module: "Tests")
      await Trace.span("outer", kind: .task, module: "Tests") {
        await Task.yield()
        Trace.span("inner", kind: .relay, module: "Tests") {
          Trace.emit("inherits", kind: .event, module: "Tests", cause: Trace.currentCause)
          Trace.emit("does not", kind: .event, module: "Tests")
        }
        Trace.span("overrides", kind: .route, module: "Tests", cause: moment) {}
        Trace.span("has no cause", kind: .route, module: "Tests", cause: nil) {}
      }
      let snapshot = Trace.snapshot()
      let outer = try snapshot.only("outer")
      let inner = try snapshot.only("inner")
      #expect(try snapshot.only("moment").id == moment)
      #expect(try snapshot.only("moment").cause == token.id)
      #expect(try snapshot.only("moment").duration == .zero)
      #expect(try snapshot.only("token").kind == .wire)
      #expect(try snapshot.only("token").cause == nil)
      #expect(outer.cause == nil)
      #expect(outer.module == "Tests")
      #expect(inner.cause == outer.id)
      #expect(inner.start >= outer.start && inner.end <= outer.end)
      #expect(try snapshot.only("inherits").cause == inner.id)
      #expect(try snapshot.only("does not").cause == nil)
      #expect(try snapshot.only("overrides").cause == moment)
      #expect(try snapshot.only("has no cause").cause == nil)
      #expect(snapshot.spans.count { $0.module == "Tests" } == 8)
    }
  }

  @Test
  func `A cause is carried to a queue`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 64)
      defer { Trace.stop() }
      await Trace.span("request", kind: .route, module: "Tests") {
        let cause = Trace.currentCause
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            Trace.withCause(cause) {
              Trace.span("rebuild", kind: .task, module: "Tests") {}
            }
            continuation.resume()
          }
        }
      }
      let snapshot = Trace.snapshot()
      let (rebuild, request) = (try snapshot.only("rebuild"), try snapshot.only("request"))
      #expect(rebuild.cause == request.id)
    }
  }

  @Test
  func `A body may stop tracing`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 64)
      let token = Trace.begin()
      Trace.span("unfinished", kind: .task, module: "Tests") {
        Trace.emit("kept", kind: .event, module: "Tests")
        Trace.stop()
        #expect(Trace.currentCause == nil)
      }
      Trace.end(token, "late", kind: .task, module: "Tests")
      #expect(Trace.snapshot().spans.filter { $0.module == "Tests" }.map(\.name) == ["kept"])
    }
  }

  @Test
  func `A body that starts tracing is not recorded itself`() async {
    await #expect(processExitsWith: .success) {
      Trace.stop()
      Trace.span("too early", kind: .task, module: "Tests") {
        Trace.start(capacity: 64)
        Trace.emit("kept", kind: .event, module: "Tests")
      }
      Trace.stop()
      #expect(Trace.snapshot().spans.filter { $0.module == "Tests" }.map(\.name) == ["kept"])
    }
  }

  @Test
  func `A sink receives what the process records`() async {
    await #expect(processExitsWith: .success) {
      let sink = CollectingSink()
      let attachment = Trace.attach(sink)
      Trace.emit("off", kind: .event, module: "Tests")
      Trace.start(capacity: 1)
      Trace.emit("on", kind: .event, module: "Tests")
      attachment.cancel()
      Trace.emit("detached", kind: .event, module: "Tests")
      Trace.stop()
      #expect(sink.spans.filter { $0.module == "Tests" }.map(\.name) == ["on"])
    }
  }

  @Test
  func `Threads may emit while others turn tracing on and off`() async {
    await #expect(processExitsWith: .success) {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<300 {
          if thread == 0 {
            if number.isMultiple(of: 2) { Trace.start(capacity: 16) } else { Trace.stop() }
          } else {
            let token = Trace.begin()
            Trace.emit("moment", kind: .event, module: "Tests", cause: token.id)
            Trace.end(token, "span \(number)", kind: .task, module: "Tests")
            #expect(Trace.snapshot().spans.count <= 16)
          }
        }
      }
      Trace.stop()
      #expect(!Trace.isOn)
    }
  }
}
