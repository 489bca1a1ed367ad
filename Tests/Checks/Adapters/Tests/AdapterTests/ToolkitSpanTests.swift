import Testing
import ToolkitTelemetry
import ToolkitTrace
import Tracing

extension TracingTests {
  @Suite struct ToolkitSpanTests {
    private let tracer = ToolkitTracer()

    private struct Failure: Error, CustomStringConvertible {
      var description: String { "no berth is free" }
    }

    @Test func `Attributes of every kind are texts`() throws {
      let spans = recorded {
        tracer.withSpan("x") { span in
          span.attributes = [
            "a": .int32(-1), "b": .int64(2), "c": .double(0.5), "d": .bool(true),
            "e": .string("text"), "f": .stringConvertible(Duration.zero),
            "g": .int32Array([1, 2]), "h": .int64Array([]), "i": .doubleArray([1.5]),
            "j": .boolArray([true, false]), "k": .stringArray(["a\"b", "c"]),
            "l": .stringConvertibleArray([1, 2]),
          ]
        }
      }
      #expect(
        spans.first?.attributes == [
          "a": "-1", "b": "2", "c": "0.5", "d": "true", "e": "text", "f": "0.0 seconds",
          "g": "[1,2]", "h": "[]", "i": "[1.5]", "j": "[true,false]", "k": #"["a\"b","c"]"#,
          "l": #"["1","2"]"#,
        ])
    }

    @Test func `The name may change until the end`() {
      let spans = recorded {
        tracer.withSpan("GET") { span in span.operationName += " /berths/{id}" }
      }
      #expect(spans.map(\.name) == ["GET /berths/{id}"])
    }

    @Test func `An event is a moment that the span has caused`() throws {
      let spans = recorded {
        tracer.withSpan("GET") { span in
          span.addEvent(
            SpanEvent(name: "retry", at: DefaultTracerClock.now, attributes: ["n": .int64(2)]))
        }
      }
      #expect(spans.map(\.name) == ["retry", "GET"])
      #expect(spans[0].kind == "moment")
      #expect(spans[0].duration == .zero)
      #expect(spans[0].cause == spans[1].id)
      #expect(spans[0].attributes == ["n": "2"])
      #expect(spans[0].start >= spans[1].start)
      #expect(spans[0].start <= spans[1].end)
    }

    @Test func `An error that leaves the span is an exception and its status`() throws {
      let spans = recorded {
        _ = try? tracer.withSpan("GET") { _ in throw Failure() }
      }
      #expect(spans.map(\.name) == ["exception", "GET"])
      #expect(spans[0].attributes["exception.message"] == "no berth is free")
      #expect(try #require(spans[0].attributes["exception.type"]).hasSuffix("Failure"))
      #expect(spans[1].attributes == ["otel.status_code": "ERROR"])
    }

    @Test func `A status has its message`() {
      let spans = recorded {
        tracer.withSpan("GET") { $0.setStatus(SpanStatus(code: .ok, message: "found")) }
      }
      #expect(
        spans.first?.attributes
          == ["otel.status_code": "OK", "otel.status_description": "found"])
    }

    @Test func `A link to the context of a span is a link to the span`() throws {
      let spans = recorded {
        let first = tracer.startSpan("first", context: .topLevel)
        let second = tracer.startSpan("second", context: .topLevel)
        second.addLink(SpanLink(context: first.context, attributes: [:]))
        second.addLink(SpanLink(context: .topLevel, attributes: [:]))
        first.end()
        second.end()
      }
      #expect(spans.map(\.name) == ["first", "second"])
      #expect(spans[1].links == [TraceLink(spans[0].id)])
    }

    @Test func `A span ends once`() {
      let spans = recorded {
        let span = tracer.startSpan("x", context: .topLevel)
        #expect(span.isRecording)
        span.end()
        #expect(!span.isRecording)
        span.addEvent(SpanEvent(name: "late", at: DefaultTracerClock.now))
        span.end()
      }
      #expect(spans.map(\.name) == ["x"])
    }

    @Test(arguments: [0, 1_500_000, 3_000_000_000, -2_000_000])
    func `Start and end are those that are given`(nanoseconds: Int64) throws {
      let now = DefaultTracerClock.now.nanosecondsSinceEpoch
      let start = DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: now - 5_000_000_000)
      let end = DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: UInt64(Int64(start.nanosecondsSinceEpoch) + nanoseconds))
      let spans = recorded {
        tracer.startSpan("x", context: .topLevel, at: start).end(at: end)
      }
      // Each is converted with readings of two clocks, between which a thread may be held up.
      let expected = Duration.nanoseconds(max(0, nanoseconds))
      let duration = try #require(spans.first?.duration)
      #expect(duration >= .zero)
      #expect(duration > expected - .milliseconds(200))
      #expect(duration < expected + .milliseconds(200))
    }
  }
}
