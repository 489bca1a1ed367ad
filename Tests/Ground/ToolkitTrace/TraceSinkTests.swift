import Synchronization
import Testing

@testable import ToolkitTrace

@Suite struct TraceSinkTests {
  private let recorder = TraceRecorder()

  @discardableResult
  private func emit(_ name: String) -> TraceSpanID {
    recorder.emit(name, kind: .event, module: "Tests", cause: nil)
  }

  @Test
  func `A sink receives exactly what is recorded while it is attached`() {
    let sink = CollectingSink()
    recorder.start(capacity: 8)
    emit("before")
    let attachment = recorder.attach(sink)
    emit("one")
    emit("two")
    attachment.cancel()
    emit("after")
    #expect(sink.names == ["one", "two"])
    #expect(sink.spans == Array(recorder.snapshot().spans[1...2]))
  }

  @Test
  func `A sink receives nothing while tracing is off and stays attached`() {
    let sink = CollectingSink()
    _ = recorder.attach(sink)
    emit("too early")
    recorder.start(capacity: 8)
    emit("first")
    recorder.stop()
    emit("in between")
    recorder.start(capacity: 8)
    emit("second")
    #expect(sink.names == ["first", "second"])
  }

  @Test
  func `A sink receives spans that the ring drops`() {
    let sink = CollectingSink()
    _ = recorder.attach(sink)
    recorder.start(capacity: 0)
    emit("one")
    emit("two")
    #expect(sink.names == ["one", "two"])
  }

  @Test
  func `A quiet sink receives what all others do, but no spans of theirs`() {
    let quiet = QuietSink()
    recorder.start(capacity: 8)
    let attachment = recorder.attach(quiet)
    emit("alone")
    _ = recorder.attach(CollectingSink { _ in self.emit("of a sink") })
    emit("beside another")
    #expect(quiet.spans.names == ["alone", "beside another"])
    attachment.cancel()
    emit("after")
    #expect(quiet.spans.names == ["alone", "beside another"])
  }

  @Test
  func `Sinks receive in the order in which they were attached`() {
    let log = CollectingSink()
    let first = CollectingSink { log.receive(.sample(1, name: "first \($0.name)")) }
    let second = CollectingSink { log.receive(.sample(2, name: "second \($0.name)")) }
    recorder.start(capacity: 8)
    let attachment = recorder.attach(first)
    _ = recorder.attach(second)
    emit("a")
    attachment.cancel()
    _ = recorder.attach(first)
    emit("b")
    #expect(log.names == ["first a", "second a", "second b", "first b"])
  }

  @Test
  func `Detaching twice leaves other sinks alone`() {
    let sink = CollectingSink()
    recorder.start(capacity: 8)
    let attachment = recorder.attach(CollectingSink())
    attachment.cancel()
    _ = recorder.attach(sink)
    attachment.cancel()
    emit("still here")
    #expect(sink.names == ["still here"])
  }

  @Test
  func `A detached sink is released`() {
    weak var released: CollectingSink?
    let attachment: TraceSinkAttachment
    do {
      let sink = CollectingSink()
      released = sink
      attachment = recorder.attach(sink)
    }
    #expect(released != nil)
    attachment.cancel()
    #expect(released == nil)
  }

  @Test
  func `Spans of a sink are recorded and received by no sink`() {
    let recorder = recorder
    let tracing = CollectingSink { span in
      recorder.span("write", kind: .task, module: "Log", cause: span.id) {
        _ = recorder.emit("line", kind: .event, module: "Log", cause: nil)
      }
    }
    let quiet = CollectingSink()
    _ = recorder.attach(tracing)
    _ = recorder.attach(quiet)
    recorder.start(capacity: 8)
    emit("one")
    emit("two")
    #expect(tracing.names == ["one", "two"])
    #expect(quiet.names == ["one", "two"])
    #expect(
      recorder.snapshot().spans.map(\.name) == ["one", "line", "write", "two", "line", "write"])
  }

  @Test
  func `Spans of a task that a sink started are received by no sink`() async throws {
    let recorder = recorder
    let (tasks, continuation) = AsyncStream.makeStream(of: Task<Void, Never>.self)
    let tracing = CollectingSink { span in
      continuation.yield(
        Task {
          await Task.yield()
          _ = recorder.emit("from a task", kind: .event, module: "Log", cause: span.id)
        })
    }
    _ = recorder.attach(tracing)
    recorder.start(capacity: 8)
    emit("one")
    var iterator = tasks.makeAsyncIterator()
    await iterator.next()?.value
    continuation.finish()
    #expect(await iterator.next() == nil)
    #expect(tracing.names == ["one"])
    #expect(try recorder.snapshot().only("from a task").cause == recorder.snapshot().only("one").id)
  }

  @Test
  func `A sink may call the recorder, since no lock is held`() {
    let recorder = recorder
    let sink = CollectingSink { span in
      #expect(recorder.snapshot().spans.last == span)
      let attachment = recorder.attach(CollectingSink())
      attachment.cancel()
      if span.name == "last" {
        recorder.stop()
        recorder.start(capacity: 1)
      }
    }
    _ = recorder.attach(sink)
    recorder.start(capacity: 4)
    emit("first")
    emit("last")
    #expect(sink.names == ["first", "last"])
    #expect(recorder.snapshot().spans.isEmpty)
  }

  @Test
  func `A sink can detach itself`() {
    let attachment = Mutex<TraceSinkAttachment?>(nil)
    let sink = CollectingSink { _ in attachment.withLock { $0 }?.cancel() }
    let attached = recorder.attach(sink)
    attachment.withLock { $0 = attached }
    recorder.start(capacity: 4)
    emit("received")
    emit("not received")
    #expect(sink.names == ["received"])
  }
}

/// A sink that keeps spans, and ends none.
private struct QuietSink: QuietTraceSink {
  let spans = CollectingSink()

  func receive(_ span: TraceSpan) { spans.receive(span) }
}
