import Foundation
import TaskStore
import Testing
import ToolkitTrace

/// In processes of their own: a process has one trace.
@Suite struct JobTraceTests {
  private struct Failure: Error {}

  /// Returns the spans of jobs, the earliest first, once there are so many.
  private static func jobSpans(_ count: Int) async -> [TraceSpan] {
    while true {
      let spans = Trace.snapshot().spans.filter { $0.kind == .job }
      if spans.count >= count { return spans.sorted { $0.id < $1.id } }
      await Task.yield()
    }
  }

  @Test func `A job that another manager runs links to the span that enqueued it`() async {
    await #expect(processExitsWith: .success) {
      Trace.start()
      let store = SQLiteStore.memory()
      let (shop, mailer) = (TaskManager(), TaskManager())
      try await shop.use(store, lease: .seconds(600))
      try await mailer.use(store, lease: .seconds(600))
      try mailer.jobs.handle("send") { (number: Int, _: JobContext) in
        Trace.emit("sent \(number)", kind: .event, module: "Mail", cause: Trace.currentCause)
        return number
      }
      let token = Trace.begin()
      let origin = try #require(token.id)
      let id = try await Trace.withCause(origin) { () async throws in
        try await shop.jobs.enqueue("send", 7, queue: "default")
      }
      Trace.end(token, "sell", kind: .task, module: "Shop")
      #expect(try await shop.jobs.result(of: id, as: Int.self) == 7)
      let record = try #require(try await shop.jobs.job(id))
      #expect(record.traceParent == TraceLink(origin).traceParent)

      let span = try #require(await JobTraceTests.jobSpans(1).first)
      #expect(span.name == "send")
      #expect(span.links == [TraceLink(origin)])
      #expect(span.cause == origin)
      #expect(
        span.attributes
          == ["id": "\(id)", "queue": "default", "attempt": "1", "outcome": "succeeded"])
      let snapshot = Trace.snapshot()
      #expect(snapshot.spans.first { $0.name == "sent 7" }?.cause == span.id)
      let json = String(decoding: try snapshot.chromeTraceJSON(), as: UTF8.self)
      #expect(json.contains(#""links":["\#(TraceLink(origin).traceParent)"]"#))
    }
  }

  @Test func `A job of another process has a link, and a malformed text is ignored`() async {
    await #expect(processExitsWith: .success) {
      Trace.start()
      let store = SQLiteStore.memory()
      let manager = TaskManager()
      try await manager.use(store, lease: .seconds(600))
      let foreign = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      _ = try await store.enqueue([
        NewJob(name: "send", payload: "1", traceParent: foreign),
        NewJob(name: "send", payload: "2", traceParent: "garbage"),
      ])
      try manager.jobs.handle("send") { (number: Int, _: JobContext) in number }
      let spans = await JobTraceTests.jobSpans(2)
      let links = Set(spans.map { $0.links.map(\.traceParent) })
      #expect(links == [[foreign], []])
      #expect(spans.map(\.cause) == [nil, nil])
      #expect(spans.map { $0.attributes["outcome"] } == ["succeeded", "succeeded"])
    }
  }

  @Test func `Each attempt has a span, with its outcome`() async {
    await #expect(processExitsWith: .success) {
      Trace.start()
      let manager = TaskManager()
      manager.errorHandler = { _ in }
      try await manager.use(.memory(), lease: .seconds(600))
      try manager.jobs.handle("send", .retry(attempts: 2, backoff: .constant(.zero))) {
        (_: Int, _: JobContext) async throws in throw Failure()
      }
      try await manager.jobs.enqueue("send", 1)
      let spans = await JobTraceTests.jobSpans(2)
      #expect(spans.map { $0.attributes["attempt"] } == ["1", "2"])
      #expect(spans.map { $0.attributes["outcome"] } == ["retried", "failed"])
    }
  }

  @Test func `Each step that runs has a span, which the attempt has caused, and a stored one none`()
    async
  {
    await #expect(processExitsWith: .success) {
      Trace.start()
      let manager = TaskManager()
      manager.errorHandler = { _ in }
      try await manager.use(.memory(), lease: .seconds(600))
      try manager.jobs.handle("trip", .retry(attempts: 2, backoff: .constant(.zero))) {
        (_: Int, context: JobContext) async throws in
        try await context.step("pay", fileID: "Shop/Trip.swift") {
          Trace.emit("paid", kind: .event, module: "Shop", cause: Trace.currentCause)
        }
        try await context.step("ship") { guard context.attempt == 2 else { throw Failure() } }
      }
      try await manager.jobs.enqueue("trip", 1)
      let attempts = await JobTraceTests.jobSpans(2)
      let spans = Trace.snapshot().spans.sorted { $0.id < $1.id }
      let steps = spans.filter { $0.kind == .step }
      #expect(steps.map(\.name) == ["pay", "ship", "ship"])
      #expect(steps.map(\.cause) == [attempts[0].id, attempts[0].id, attempts[1].id])
      #expect(steps.first?.module == "Shop")
      #expect(spans.first { $0.name == "paid" }?.cause == steps.first?.id)
    }
  }

  @Test func `Without a recording nothing is written into the row`() async {
    await #expect(processExitsWith: .success) {
      let manager = TaskManager()
      try await manager.use(.memory(), lease: .seconds(600))
      let id = try await Trace.withCause(TraceSpanID(rawValue: 1)) { () async throws in
        try await manager.jobs.enqueue("send", 1, queue: "other")
      }
      let record = try #require(try await manager.jobs.job(id))
      #expect(record.traceParent == nil)
    }
  }
}
