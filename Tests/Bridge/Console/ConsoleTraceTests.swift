import Foundation
import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import Bridge

/// Traces that go from a client into the process of the console.
///
/// Each test has a process of its own, as tracing is the process's.
@Suite struct ConsoleTraceTests {
  private static let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  /// Sends a line that calls a route, and returns the spans of the process.
  private static func spans(
    afterRequest members: String, at path: String
  ) async throws -> [TraceSpan] {
    let client = try RawClient(path)
    client.send(#"{"command":"call","arguments":{"url":"kl://Traced/f"}\#(members)}"# + "\n")
    #expect(try await client.line()?.ok == true)
    return Trace.snapshot().spans
  }

  @Test func `A request with a traceparent is a span that links to it`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder(isShort: true)
      let console = try openConsole(at: folder.path("console"))
      _ = try Khala.route("kl://Traced/f") { _ in 1 }
      Trace.start()
      let spans = try await ConsoleTraceTests.spans(
        afterRequest: #","traceparent":"\#(ConsoleTraceTests.text)""#, at: console.path)
      let request = try #require(spans.first { $0.name == "console call" })
      #expect(request.kind == "server")
      #expect(request.links.map(\.traceParent) == [ConsoleTraceTests.text])
      #expect(spans.first { $0.kind == .route }?.cause == request.id)
    }
  }

  @Test(arguments: ["", #","traceparent":"garbage""#, #","traceparent":null"#])
  func `Without a traceparent of its form a request is answered, and is no span`(
    members: String
  ) async {
    await #expect(processExitsWith: .success) { [members] in
      let folder = try TemporaryFolder(isShort: true)
      let console = try openConsole(at: folder.path("console"))
      _ = try Khala.route("kl://Traced/f") { _ in 1 }
      Trace.start()
      let spans = try await ConsoleTraceTests.spans(afterRequest: members, at: console.path)
      #expect(!spans.contains { $0.name == "console call" })
      #expect(spans.contains { $0.kind == .route })
    }
  }

  @Test func `A client sends the span that it asks in`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder(isShort: true)
      let console = try openConsole(at: folder.path("console"))
      Trace.start()
      let path = console.path
      try await waiting {
        try Trace.span("ask", kind: "client", module: "Tests") {
          _ = try BridgeConsole.Client(connectingTo: path).send("status")
        }
      }
      let spans = Trace.snapshot().spans
      let ask = try #require(spans.first { $0.name == "ask" })
      // The client is of this process, so that its span is the cause.
      #expect(spans.first { $0.name == "console status" }?.cause == ask.id)
    }
  }

  @Test func `A client that traces nothing hands on the span that it was started for`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("TRACEPARENT", ConsoleTraceTests.text, 1)
      let folder = try TemporaryFolder(isShort: true)
      let console = try openConsole(at: folder.path("console"))
      Trace.start()
      _ = try await ask(console, "status")
      let request = Trace.snapshot().spans.first { $0.name == "console status" }
      #expect(request?.links.map(\.traceParent) == [ConsoleTraceTests.text])
    }
  }
}
