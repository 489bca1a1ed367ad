import Foundation
import Testing

@testable import ToolkitTrace

/// Traces that go from one process to another.
///
/// Each test has a process of its own, as the trace and the environment are the process's.
@Suite struct TraceProcessesTests {
  private static let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  /// The recorded span of a name.
  private static func span(_ name: String) throws -> TraceSpan {
    try #require(Trace.snapshot().spans.first { $0.name == name })
  }

  @Test func `Work for another process has its span as a link, and is the cause of what is inside`()
    async
  {
    await #expect(processExitsWith: .success) {
      Trace.start()
      let link = try #require(TraceLink(traceParent: TraceProcessesTests.text))
      let answer = Trace.span("request", kind: "server", module: "Tests", from: link) {
        Trace.emit("inside", kind: .event, module: "Tests", cause: Trace.currentCause)
        return Trace.currentLink
      }
      let request = try TraceProcessesTests.span("request")
      #expect(request.links == [link])
      #expect(request.cause == nil)
      #expect(request.attributes.isEmpty)
      #expect(try TraceProcessesTests.span("inside").cause == request.id)
      #expect(answer == TraceLink(request.id))
    }
  }

  @Test func `Asynchronous work keeps it across suspensions`() async {
    await #expect(processExitsWith: .success) {
      Trace.start()
      let link = try #require(TraceLink(traceParent: TraceProcessesTests.text))
      await Trace.span("request", kind: "server", module: "Tests", from: link) {
        await Task.yield()
        let task = Task {
          Trace.emit("inside", kind: .event, module: "Tests", cause: Trace.currentCause)
        }
        _ = await task.value
      }
      let request = try TraceProcessesTests.span("request")
      #expect(request.links == [link])
      #expect(try TraceProcessesTests.span("inside").cause == request.id)
    }
  }

  @Test func `A link to a span of this process is its cause, and none leaves the current cause`()
    async
  {
    await #expect(processExitsWith: .success) {
      Trace.start()
      let near = TraceSpanID(rawValue: 4_711)
      Trace.span("near", kind: "server", module: "Tests", from: TraceLink(near)) {}
      Trace.withCause(near) {
        Trace.span("unknown", kind: "server", module: "Tests", from: nil) {}
      }
      for name in ["near", "unknown"] {
        let span = try TraceProcessesTests.span(name)
        #expect(span.cause == near)
        #expect(span.links.isEmpty)
      }
    }
  }

  @Test func `A body that throws is recorded, and its error keeps its type`() async {
    struct Failure: Error {}
    await #expect(processExitsWith: .success) {
      Trace.start()
      do throws(Failure) {
        try Trace.span("sync", kind: "server", module: "Tests", from: nil) { () throws(Failure) in
          throw Failure()
        }
        Issue.record("nothing was thrown")
      } catch {}
      do throws(Failure) {
        try await Trace.span("async", kind: "server", module: "Tests", from: nil) {
          () async throws(Failure) in throw Failure()
        }
        Issue.record("nothing was thrown")
      } catch {}
      _ = try TraceProcessesTests.span("sync")
      _ = try TraceProcessesTests.span("async")
    }
  }

  @Test func `While tracing is off only the body is evaluated`() async {
    await #expect(processExitsWith: .success) {
      func unwanted() -> TraceLink? {
        Issue.record("evaluated although tracing is off")
        return nil
      }
      #expect(Trace.span("a", kind: "server", module: "Tests", from: unwanted()) { 1 } == 1)
      let value = await Trace.span("a", kind: "server", module: "Tests", from: unwanted()) {
        await Task.yield()
        return 2
      }
      #expect(value == 2)
    }
  }

  @Test func `A started process knows its parent, and hands it on while it traces nothing`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("TRACEPARENT", TraceProcessesTests.text, 1)
      #expect(Trace.processParent?.traceParent == TraceProcessesTests.text)
      #expect(Trace.outgoingLink == Trace.processParent)
      #expect(Trace.environment == ["TRACEPARENT": TraceProcessesTests.text])
      Trace.start()
      #expect(Trace.outgoingLink == Trace.processParent)
      Trace.span("work", kind: .task, module: "Tests") {
        #expect(Trace.outgoingLink == Trace.currentLink)
        #expect(Trace.environment == ["TRACEPARENT": Trace.currentLink?.traceParent])
      }
    }
  }

  @Test(arguments: ["", "garbage", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"])
  func `A variable of another form is ignored`(text: String) async {
    await #expect(processExitsWith: .success) { [text] in
      unsafe setenv("TRACEPARENT", text, 1)
      #expect(Trace.processParent == nil)
      #expect(Trace.outgoingLink == nil)
      #expect(Trace.environment.isEmpty)
    }
  }
}
