import Dispatch
import Testing

@testable import ToolkitTrace

@Suite struct TraceCauseTests {
  private struct Refusal: Error, Equatable {
    let reason: String
  }

  private let recorder: TraceRecorder

  init() {
    recorder = TraceRecorder()
    recorder.start(capacity: 64)
  }

  /// Records a moment that the current cause made happen.
  @discardableResult
  private func mark(_ name: String) -> TraceSpanID {
    recorder.emit(name, kind: .event, module: "Tests", cause: TraceContext.cause)
  }

  private func span<Success, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try recorder.span(name, kind: .task, module: "Tests", cause: TraceContext.cause, body)
  }

  private nonisolated(nonsending) func spanning<Success, Failure: Error>(
    _ name: String, _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await recorder.span(name, kind: .task, module: "Tests", cause: TraceContext.cause, body)
  }

  private func expectCause(
    of effect: String, is cause: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let snapshot = recorder.snapshot()
    let expected = try cause.map { try snapshot.only($0).id }
    #expect(try snapshot.only(effect).cause == expected, sourceLocation: sourceLocation)
  }

  @Test
  func `Outside of any span there is no cause`() throws {
    mark("alone")
    try expectCause(of: "alone", is: nil)
  }

  @Test
  func `Each span causes what is directly inside`() throws {
    span("outer") {
      mark("in outer")
      span("inner") { _ = mark("in inner") }
      mark("in outer again")
    }
    mark("afterwards")
    try expectCause(of: "outer", is: nil)
    try expectCause(of: "in outer", is: "outer")
    try expectCause(of: "inner", is: "outer")
    try expectCause(of: "in inner", is: "inner")
    try expectCause(of: "in outer again", is: "outer")
    try expectCause(of: "afterwards", is: nil)
  }

  @Test
  func `A cause outlives suspensions`() async throws {
    await spanning("outer") {
      await Task.yield()
      mark("after a yield")
      await spanning("inner") {
        await Task.yield()
        mark("deeper")
      }
      mark("back")
    }
    try expectCause(of: "after a yield", is: "outer")
    try expectCause(of: "inner", is: "outer")
    try expectCause(of: "deeper", is: "inner")
    try expectCause(of: "back", is: "outer")
  }

  @Test
  func `Child tasks inherit the cause and detached tasks do not`() async throws {
    await spanning("outer") {
      async let child: TraceSpanID = mark("async let")
      _ = await child
      await withTaskGroup(of: Void.self) { group in
        group.addTask { self.mark("group") }
      }
      await Task { _ = self.mark("task") }.value
      await Task.detached { _ = self.mark("detached") }.value
    }
    try expectCause(of: "async let", is: "outer")
    try expectCause(of: "group", is: "outer")
    try expectCause(of: "task", is: "outer")
    try expectCause(of: "detached", is: nil)
  }

  @Test
  func `Concurrent children keep their own causes`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask {
          await self.spanning("parent \(number)") {
            await Task.yield()
            self.mark("child \(number)")
          }
        }
      }
    }
    for number in 0..<16 {
      try expectCause(of: "child \(number)", is: "parent \(number)")
    }
  }

  @Test
  func `A queue loses the cause unless it is carried over`() async throws {
    await spanning("outer") {
      let cause = TraceContext.cause
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          self.mark("lost")
          TraceContext.withCause(cause) { _ = self.mark("carried") }
          self.mark("lost again")
          continuation.resume()
        }
      }
    }
    try expectCause(of: "lost", is: nil)
    try expectCause(of: "carried", is: "outer")
    try expectCause(of: "lost again", is: nil)
  }

  @Test
  func `A cause can be taken away`() async throws {
    await spanning("outer") {
      TraceContext.withCause(nil) { _ = mark("sync") }
      await TraceContext.withCause(nil) {
        await Task.yield()
        mark("async")
      }
    }
    try expectCause(of: "sync", is: nil)
    try expectCause(of: "async", is: nil)
  }

  @Test
  func `A body that throws is recorded and its error keeps its type`() async throws {
    do {
      try span("sync") { () throws(Refusal) in
        throw Refusal(reason: "closed")
      }
    } catch {
      let refusal: Refusal = error
      #expect(refusal == Refusal(reason: "closed"))
    }
    do {
      try await spanning("async") { () async throws(Refusal) in
        await Task.yield()
        throw Refusal(reason: "late")
      }
    } catch {
      let refusal: Refusal = error
      #expect(refusal == Refusal(reason: "late"))
    }
    let spans = recorder.snapshot().spans
    #expect(spans.map(\.name) == ["sync", "async"])
    #expect(spans.allSatisfy { $0.attributes["error.type"]?.hasSuffix("Refusal") == true })
    #expect(spans.map(\.hasFailed) == [true, true])
    #expect(TraceContext.cause == nil)
  }

  @Test
  func `A cancelled body has not failed`() {
    #expect(throws: CancellationError.self) {
      try span("cancelled") { throw CancellationError() }
    }
    #expect(recorder.snapshot().spans.map(\.hasFailed) == [false])
  }

  @Test @MainActor
  func `An asynchronous body stays on its caller's actor`() async {
    var count = 0
    await spanning("counting") {
      MainActor.assertIsolated()
      count += 1
      await Task.yield()
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 2)
  }

  @Test
  func `A span returns the result of its body`() async {
    #expect(span("sync") { 6 * 7 } == 42)
    let late = await spanning("async") {
      await Task.yield()
      return "done"
    }
    #expect(late == "done")
  }
}
