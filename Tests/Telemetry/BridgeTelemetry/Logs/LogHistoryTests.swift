import BridgeTelemetry
import Testing
import ToolkitTrace

/// Calls of Khala in the log.
///
/// Each test has a process of its own, as sinks are the process's.
@Suite struct LogHistoryTests {
  @Test func `A call is a record with its URL and its parameters`() async {
    await #expect(processExitsWith: .success) {
      let sink = KeepingSink()
      Logs.attach(sink)
      let history = LogHistory(redactedKeys: ["token"])
      Khala.history = history
      try Khala.route("kl://Cart/add") { _ in 1 }
      #expect(Khala(str: "kl://Cart/add?id=0")?.call() as? Int == 1)
      #expect(sink.records.isEmpty)

      Khala.isEnabledLog = true
      #expect(Khala(str: "kl://Cart/add?id=7&Token=secret")?.call() as? Int == 1)
      let record = try #require(sink.records.first)
      #expect(sink.records.count == 1)
      #expect(record.severity == .info)
      #expect(record.source == "Khala")
      #expect(record.message == #"kl://Cart/add {"Token":"•••","id":"7"}"#)
      #expect(
        record.attributes == [
          "khala.url": "kl://Cart/add", "khala.parameters": #"{"Token":"•••","id":"7"}"#,
        ])
      #expect(record.nanosecondsSince1970 > 1_700_000_000_000_000_000)

      Khala.isEnabledLog = false
      Khala(str: "kl://Cart/add")?.call()
      #expect(sink.records.count == 1)
    }
  }

  @Test func `A call has the span in which it was made`() async {
    await #expect(processExitsWith: .success) {
      let sink = KeepingSink()
      Logs.attach(sink)
      Khala.history = LogHistory()
      Khala.isEnabledLog = true
      try Khala.route("kl://Cart/clear") { _ in 1 }
      Trace.start()
      Trace.span("checkout", kind: .task, module: "Tests") {
        _ = Khala(str: "kl://Cart/clear")?.call()
      }
      let span = try #require(sink.records.first?.span)
      #expect(span.trace == .current)
    }
  }
}
