import Synchronization
import Testing
import ToolkitTelemetry
import ToolkitTrace
import Tracing

// One after the other, as they turn tracing on and off for the process.
extension TracingTests {
  @Suite struct ToolkitTracerTests {
    private let tracer = ToolkitTracer()

    @Test func `A span has the name, the kind and the module of its call`() throws {
      let spans = recorded { tracer.withSpan("GET /berths", ofKind: .client) { _ in } }
      let span = try #require(spans.first)
      #expect(spans.count == 1)
      #expect(span.name == "GET /berths")
      #expect(span.kind == "client")
      #expect(span.module == "AdapterTests")
      #expect(span.cause == nil)
    }

    @Test func `A span inside of another is caused by it`() throws {
      let spans = recorded {
        tracer.withSpan("outer") { _ in tracer.withSpan("inner") { _ in } }
      }
      #expect(spans.map(\.name) == ["inner", "outer"])
      #expect(spans[0].cause == spans[1].id)
    }

    @Test func `A library's span inside of one of the toolkit is caused by it`() {
      let spans = recorded {
        tracer.withSpan("outermost") { _ in
          Trace.span("task", kind: .task, module: "Feed") {
            tracer.withSpan("request") { _ in }
          }
        }
      }
      #expect(spans.map(\.name) == ["request", "task", "outermost"])
      #expect(spans[0].cause == spans[1].id)
    }

    @Test func `The toolkit's spans can be caused by a library's`() {
      let spans = recorded {
        tracer.withSpan("request") { span in
          Trace.withCause(span.context.traceLink?.spanOfThisProcess) {
            Trace.span("task", kind: .task, module: "Feed") {}
          }
        }
      }
      #expect(spans.map(\.name) == ["task", "request"])
      #expect(spans[0].cause == spans[1].id)
    }

    @Test func `A span of another process becomes a link`() throws {
      let parent = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"
      var context = ServiceContext.topLevel
      tracer.extract(["traceparent": parent], into: &context, using: Headers())
      #expect(context.traceLink?.traceParent == parent)
      let spans = recorded {
        let span = tracer.startSpan("GET", context: context, ofKind: .server)
        span.end()
      }
      #expect(spans.first?.links == [try #require(TraceLink(traceParent: parent))])
      #expect(spans.first?.cause == nil)
    }

    @Test func `A request carries the span that sends it`() throws {
      var headers: [String: String] = [:]
      let spans = recorded {
        tracer.withSpan("GET", ofKind: .client) { span in
          tracer.inject(span.context, into: &headers, using: Headers())
        }
      }
      #expect(headers == ["traceparent": TraceLink(try #require(spans.first).id).traceParent])
    }

    @Test(arguments: ["", "00-0-0-01", "ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"])
    func `A header that is none leaves the context as it is`(header: String) {
      var context = ServiceContext.topLevel
      tracer.extract(["traceparent": header], into: &context, using: Headers())
      #expect(context.traceLink == nil)
    }

    @Test func `A context without a span writes no header`() {
      var headers: [String: String] = [:]
      tracer.inject(.topLevel, into: &headers, using: Headers())
      #expect(headers.isEmpty)
    }

    @Test func `While tracing is off, contexts pass through`() throws {
      let parent = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"
      var context = ServiceContext.topLevel
      context.traceLink = TraceLink(traceParent: parent)
      let span = tracer.startSpan("GET", context: context)
      #expect(!span.isRecording)
      #expect(span.context.traceLink?.traceParent == parent)
      span.end()
    }
  }
}
