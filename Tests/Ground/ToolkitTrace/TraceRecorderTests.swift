import Synchronization
import Testing

@testable import ToolkitTrace

@Suite struct TraceRecorderTests {
  private let recorder = TraceRecorder()

  private func emit(_ name: String) {
    _ = recorder.emit(name, kind: .event, module: "Tests", cause: nil)
  }

  private var names: [String] { recorder.snapshot().spans.map(\.name) }

  private func instant(_ nanoseconds: Int64) -> TraceInstant {
    TraceInstant(nanoseconds: nanoseconds)
  }

  @Test
  func `A recorder that was never started has no spans`() {
    emit("early")
    let snapshot = recorder.snapshot()
    #expect(snapshot.spans.isEmpty)
    #expect(snapshot.dropped == 0)
  }

  @Test
  func `A span has the properties that it was ended with`() throws {
    recorder.start(capacity: 4)
    let cause = recorder.emit("click", kind: .event, module: "Screen", cause: nil, at: instant(50))
    let token = TraceToken(startingAt: instant(100))
    recorder.end(
      token, "load", kind: .task, module: "Store", cause: cause, at: instant(350))
    let snapshot = recorder.snapshot()
    #expect(
      snapshot.spans == [
        TraceSpan(
          id: cause, name: "click", kind: .event, module: "Screen", start: instant(50),
          duration: .zero),
        TraceSpan(
          id: try #require(token.id), name: "load", kind: .task, module: "Store",
          start: instant(100), duration: .nanoseconds(250), cause: cause),
      ])
    #expect(snapshot.spans[1].end == instant(350))
  }

  @Test
  func `Spans are in the order in which they ended`() {
    recorder.start(capacity: 4)
    let outer = TraceToken(startingAt: instant(1))
    let inner = TraceToken(startingAt: instant(2))
    recorder.end(inner, "inner", kind: .task, module: "Tests", cause: outer.id)
    recorder.end(outer, "outer", kind: .task, module: "Tests", cause: nil)
    #expect(names == ["inner", "outer"])
  }

  @Test
  func `A full ring drops the oldest spans and counts them`() {
    recorder.start(capacity: 3)
    for number in 1...5 { emit("\(number)") }
    #expect(names == ["3", "4", "5"])
    #expect(recorder.snapshot().dropped == 2)
  }

  @Test
  func `Stopping keeps what was recorded and ignores what comes later`() {
    recorder.start(capacity: 3)
    emit("before")
    recorder.stop()
    emit("after")
    #expect(names == ["before"])
    recorder.stop()
    #expect(names == ["before"])
  }

  @Test
  func `Starting again gives a fresh ring`() {
    recorder.start(capacity: 1)
    emit("old")
    emit("old")
    recorder.start(capacity: 2)
    #expect(recorder.snapshot().spans.isEmpty)
    #expect(recorder.snapshot().dropped == 0)
    emit("new")
    emit("new")
    #expect(names == ["new", "new"])
  }

  @Test
  func `A span that ends after its recording is not recorded`() {
    recorder.start(capacity: 4)
    let first = TraceToken(startingAt: MonotonicTime.now())
    recorder.stop()
    recorder.end(first, "ended while off", kind: .task, module: "Tests", cause: nil)
    recorder.start(capacity: 4)
    recorder.end(first, "ended in the next", kind: .task, module: "Tests", cause: nil)
    emit("proper")
    #expect(names == ["proper"])
  }

  @Test
  func `A span that started between two recordings is in neither`() {
    recorder.start(capacity: 4)
    recorder.stop()
    let token = TraceToken(startingAt: MonotonicTime.now())
    recorder.start(capacity: 4)
    recorder.end(token, "stray", kind: .task, module: "Tests", cause: nil)
    #expect(names == [])
  }

  @Test(arguments: [0, -1, Int.min])
  func `Without capacity, all spans are dropped`(capacity: Int) {
    recorder.start(capacity: capacity)
    emit("one")
    emit("two")
    #expect(recorder.snapshot().spans.isEmpty)
    #expect(recorder.snapshot().dropped == 2)
  }

  @Test
  func `A token that was never traced records nothing`() {
    recorder.start(capacity: 4)
    let token = TraceToken()
    #expect(token.id == nil)
    recorder.end(token, "nothing", kind: .task, module: "Tests", cause: nil)
    #expect(names == [])
  }

  @Test
  func `Every start and stop is reported in order`() {
    let turns = Mutex<[Bool]>([])
    let recorder = TraceRecorder(didTurn: { on in turns.withLock { $0.append(on) } })
    recorder.start(capacity: 1)
    recorder.start(capacity: 1)
    recorder.stop()
    recorder.start(capacity: 1)
    #expect(turns.withLock { $0 } == [true, true, false, true])
  }

  @Test
  func `A snapshot knows the time of day of its spans`() {
    let snapshot = TraceSnapshot.sample([], start: 1_000)
    #expect(snapshot.durationSince1970(at: instant(1_000)) == .milliseconds(1_500))
    #expect(
      snapshot.durationSince1970(at: instant(1_250))
        == .milliseconds(1_500) + .nanoseconds(250))
    #expect(
      snapshot.durationSince1970(at: instant(0)) == .milliseconds(1_500) - .nanoseconds(1_000))
  }

  @Test
  func `A recording has its start time`() throws {
    let before = MonotonicTime.now()
    let wallBefore = MonotonicTime.nanosecondsSince1970()
    recorder.start(capacity: 1)
    let wallAfter = MonotonicTime.nanosecondsSince1970()
    emit("first")
    let snapshot = recorder.snapshot()
    #expect(before <= snapshot.start)
    #expect(snapshot.start <= (try snapshot.only("first").start))
    // 2020-09-13; a machine whose clock is older than this code is set wrong.
    #expect(snapshot.startSince1970 > .seconds(1_600_000_000))
    #expect(
      (wallBefore...wallAfter).contains(snapshot.startSince1970.wholeNanoseconds))
  }
}
