import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import TaskKit

/// Runs cause spans, and these cause those of their tasks.
///
/// Tracing belongs to a whole process: so each of these tests is a process of its own.
/// Its launch may be among what it traces.
@Suite struct TraceTests {
  /// The spans by their names, each of which stands for one.
  static func spans() -> [String: TraceSpan] {
    Dictionary(Trace.snapshot().spans.map { ($0.name, $0) }) { first, _ in first }
  }

  @Test func `A run causes its tasks, wherever they run`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 100)
      let manager = TaskManager.forTest()
      try manager.injectEventTask(name: "main", event: .reserved1) { _ in }
      try manager.injectEventTask(name: "worker", event: .reserved1, traits: [.concurrent]) { _ in }
      try manager.injectEventTask(name: "suspending", event: .reserved1) { _ in
        await Task.yield()
      }
      try manager.injectEventTask(
        name: "late", event: .reserved1, traits: [.timeout(.seconds(60))]
      ) { _ in await Task.yield() }
      try await manager.run(.reserved1)
      let spans = TraceTests.spans()
      let run = try #require(spans[".reserved1"])
      #expect(run.kind == .task)
      #expect(run.module == "TaskKitTests")
      #expect(run.cause == nil)
      for name in ["main", "worker", "suspending", "late"] {
        let task = try #require(spans[name])
        #expect(task.cause == run.id, "\(name)")
        #expect(task.kind == .task)
        #expect(task.module == "TaskKitTests")
        #expect(task.start >= run.start && task.end <= run.end)
      }
    }
  }

  @Test func `A run's cause is the code that triggered it, and tasks can be causes`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 100)
      let manager = TaskManager.forTest()
      let inner: [(String, TaskEvent)] = [
        ("main", .reserved2), ("worker", .userDidTakeScreenshot), ("suspending", .willResignActive),
      ]
      try manager.injectEventTask(name: "main", event: .reserved1) { _ in
        manager.trigger(.reserved2)
      }
      try manager.injectEventTask(name: "worker", event: .reserved1, traits: [.concurrent]) { _ in
        manager.trigger(.userDidTakeScreenshot)
      }
      try manager.injectEventTask(name: "suspending", event: .reserved1) { _ in
        await Task.yield()
        try await manager.run(.willResignActive)
      }
      for (name, event) in inner {
        try manager.injectEventTask(name: "after \(name)", event: event) { _ in }
      }
      let innerRuns = try await Trace.span("request", kind: .route, module: "Tests") {
        try await manager.run(.reserved1)
        // What those have brought about goes on beside, and is over when these are.
        return try await manager.run([.reserved2, .userDidTakeScreenshot])
      }
      #expect(innerRuns.count == 2)
      let all = Trace.snapshot().spans
      let spans = TraceTests.spans()
      try #expect(#require(spans[".reserved1"]).cause == spans["request"]?.id)
      for (name, event) in inner {
        let task = try #require(spans[name])
        #expect(task.cause == spans[".reserved1"]?.id)
        let run = try #require(all.first { $0.name == event.description && $0.cause == task.id })
        #expect(all.contains { $0.name == "after \(name)" && $0.cause == run.id })
      }
    }
  }

  @Test func `Failed tasks have a span, and tasks that did not start have none`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 100)
      let manager = TaskManager.forTest()
      try manager.injectEventTask(name: "fails", event: .reserved1) { _ in throw Broken() }
      try manager.injectEventTask(
        name: "is skipped", event: .reserved1, dependencies: ["fails"]
      ) { _ in }
      try manager.injectEventTask(
        name: "retries", event: .reserved1, traits: [.retry(attempts: 3)]
      ) { context async throws in
        if context.attempt < 3 { throw Broken() }
      }
      try await manager.run(.reserved1)
      let spans = TraceTests.spans()
      #expect(spans["fails"]?.cause == spans[".reserved1"]?.id)
      #expect(spans["is skipped"] == nil)
      #expect(Trace.snapshot().spans.count { $0.name == "retries" } == 3)
    }
  }

  @Test func `Nothing is recorded of a run that started while tracing was off`() async {
    await #expect(processExitsWith: .success) {
      let manager = TaskManager.forTest()
      try manager.injectEventTask(name: "turns it on", event: .reserved1) { _ in
        Trace.start(capacity: 100)
      }
      try manager.injectEventTask(name: "later", event: .reserved1, after: ["turns it on"]) {
        _ in
      }
      try await manager.run(.reserved1)
      let spans = TraceTests.spans()
      #expect(spans[".reserved1"] == nil && spans["turns it on"] == nil)
      // A task that began since is, and knows of no cause.
      try #expect(#require(spans["later"]).cause == nil)
    }
  }
}
