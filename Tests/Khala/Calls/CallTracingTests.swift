import Khala
import Testing
import ToolkitTrace

/// Tracing belongs to a whole process: each of these tests is one, whose launch may
/// be among what it traces.
@Suite struct CallTracingTests {
  @Test func `A call is a span of the callee's module, and causes the calls inside`() async {
    await #expect(processExitsWith: .success) {
      _ = try Khala.route("kl://Traced/{id:Int}") { _ in
        try Khala(str: "kl://CallSample/server?value=1")!.call(as: Int.self)
      }
      _ = try Khala.intercept("Traced/{id}") { _ in await Task.yield() }
      Trace.start(capacity: 100)
      let sum: Int = try await Khala(str: "kl://Traced/5?secret=1")!.callAsync()
      #expect(sum == 1)
      _ = try? Khala(str: "kl://CallSample/failing")!.call(as: Void.self)
      let spans = Trace.snapshot().spans.filter { $0.kind == .route }
      #expect(spans.allSatisfy { $0.module == "KhalaTests" })
      let outer = try #require(spans.first { $0.name == "kl://Traced/{id:Int}" })
      let inner = try #require(spans.first { $0.name == "CallSample/server" })
      #expect(inner.cause == outer.id)
      #expect(spans.contains { $0.name == "intercept Traced/{id}" })
      #expect(spans.contains { $0.name == "CallSample/failing" })
      #expect(spans.count == 4)
    }
  }

  @Test func `A notification is a span that causes those of its calls`() async {
    await #expect(processExitsWith: .success) {
      Khala(str: "kl://CallSample")?.register()
      Trace.start(capacity: 100)
      await KhalaNotify(str: "kl://typed?value=5")?.callAsync()
      KhalaNotify(str: "kl://typed?value=5")?.call()
      let spans = Trace.snapshot().spans.filter { $0.kind == .route }
      let notifications = spans.filter { $0.name == "notify typed" }
      let calls = spans.filter { $0.name == "CallSample/typed" }
      #expect(notifications.map(\.id) == calls.compactMap(\.cause))
      #expect(calls.count == 2)
    }
  }
}
