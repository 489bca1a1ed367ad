import Dispatch
import Synchronization
import Testing

@testable import ToolkitTrace

@Suite struct TraceConcurrencyTests {
  private static let threads = 4
  private static let spansPerThread = 500

  /// Records spans whose properties belong together, so that a torn one shows.
  private func emit(_ number: Int, by thread: Int, to recorder: TraceRecorder) {
    let token = TraceToken(startingAt: MonotonicTime.now())
    recorder.end(
      token, "a name that does not fit into a word: \(thread)/\(number)", kind: .task,
      module: "\(thread)", cause: token.id)
  }

  private func expectWhole(_ span: TraceSpan) {
    #expect(span.name.hasPrefix("a name that does not fit into a word: \(span.module)/"))
    #expect(span.cause == span.id)
    #expect(span.duration >= .zero)
  }

  @Test
  func `Many threads lose nothing`() {
    let recorder = TraceRecorder()
    let sink = CollectingSink()
    _ = recorder.attach(sink)
    recorder.start(capacity: 256)
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for number in 0..<Self.spansPerThread { emit(number, by: thread, to: recorder) }
    }
    let snapshot = recorder.snapshot()
    #expect(snapshot.spans.count == 256)
    #expect(snapshot.dropped == Self.threads * Self.spansPerThread - 256)
    #expect(Set(sink.spans.map(\.id)).count == Self.threads * Self.spansPerThread)
    for span in sink.spans { expectWhole(span) }
    for (_, spans) in Dictionary(grouping: snapshot.spans, by: \.module) {
      // One thread's spans are in the order in which it ended them.
      #expect(spans.map(\.id) == spans.map(\.id).sorted())
    }
  }

  @Test
  func `Snapshots, starts, stops and new sinks are possible at any time`() {
    let recorder = TraceRecorder()
    recorder.start(capacity: 64)
    let running = Atomic<Int>(Self.threads)
    DispatchQueue.concurrentPerform(iterations: Self.threads + 3) { thread in
      switch thread {
      case 0..<Self.threads:
        for number in 0..<Self.spansPerThread { emit(number, by: thread, to: recorder) }
        running.subtract(1, ordering: .relaxed)
      case Self.threads:
        repeat {
          let snapshot = recorder.snapshot()
          #expect(snapshot.spans.count <= 64)
          #expect(Set(snapshot.spans.map(\.id)).count == snapshot.spans.count)
          for span in snapshot.spans { expectWhole(span) }
        } while running.load(ordering: .relaxed) > 0
      case Self.threads + 1:
        repeat {
          recorder.stop()
          recorder.start(capacity: 64)
        } while running.load(ordering: .relaxed) > 0
      default:
        repeat {
          let attachment = recorder.attach(CollectingSink { expectWhole($0) })
          attachment.cancel()
        } while running.load(ordering: .relaxed) > 0
      }
    }
    recorder.start(capacity: 1)
    emit(0, by: 0, to: recorder)
    #expect(recorder.snapshot().spans.count == 1)
  }

  @Test
  func `Identifiers are unique across threads`() {
    let taken = Mutex<[TraceSpanID]>([])
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      let ids = (0..<Self.spansPerThread).map { _ in TraceSpanID.next() }
      #expect(ids == ids.sorted())
      taken.withLock { $0 += ids }
    }
    #expect(Set(taken.withLock { $0 }).count == Self.threads * Self.spansPerThread)
  }
}
