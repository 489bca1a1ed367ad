import Bridge
import Foundation
import ModularityTestSupport
import ModuleGraph
import Synchronization
import Testing
import ToolkitTelemetry
import ToolkitTrace

@testable import BridgeDashboard

@Suite struct LiveFeedTests {
  /// An app whose state tests change.
  private final class App: Sendable {
    struct State {
      var relay = 0
      var extent = [1]
      var jobs: DetailValue? = ["waiting": 0]
      var readings = 0
    }

    let state = Mutex(State())
    let intake = LiveIntake()
    let clock = ManualClock()
    let values = RelayValues()

    func feed() -> LiveFeed {
      LiveFeed(
        DashboardData(
          graph: {
            var builder = ModuleGraph.Builder()
            builder.add(node: .init(kind: .relay, name: "count", module: "A"))
            return builder.graph()
          },
          live: { _ in
            self.state.withLock { state in
              state.readings += 1
              return ModuleGraph.Live(
                nodes: ["relay:count": .init("made"), "task:n": .init("ran \(state.relay) times")])
            }
          },
          extent: { self.state.withLock(\.extent) },
          store: {
            self.state.withLock {
              $0.readings += 1; return (nil, $0.jobs)
            }
          },
          health: { AppHealth(liveness: [], readiness: []) },
          record: { _ in ([], {}) }),
        intake: intake, showing: values, clock: clock)
    }
  }

  private static func span(_ number: Int) -> TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: UInt64(number)), name: "Span \(number)", kind: "task", module: "A",
      start: TraceInstant(nanoseconds: Int64(number)), duration: .milliseconds(number))
  }

  /// The types and the data of events.
  private static func events(_ bytes: [UInt8]) -> [(type: String, data: String)] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n").compactMap { event in
      guard let match = event.firstMatch(of: /event: (.*)\ndata: (.*)/) else { return nil }
      return (String(match.1), String(match.2))
    }
  }

  @Test func `A client gets the changes of each second, and nothing twice`() async {
    let app = App()
    let feed = app.feed()
    var (cursor, first) = await feed.connect(after: nil)
    #expect(String(decoding: first, as: UTF8.self).hasPrefix("retry: "))
    for _ in 0..<4 { _ = await feed.read() }
    guard let (start, next) = await feed.next(after: cursor) else { return }
    #expect(Self.events(start).map(\.type) == ["pulse"])
    cursor = next

    app.state.withLock { $0.relay = 7 }
    app.intake.receive(Self.span(3))
    app.intake.receive(
      LogRecord(
        nanosecondsSince1970: 5_000, severity: .warning, source: "A", message: "<b>\n\"",
        attributes: ["k": "v"]))
    for _ in 0..<4 { _ = await feed.read() }
    guard let (bytes, _) = await feed.next(after: cursor) else { return }
    let events = Self.events(bytes)
    #expect(events.map(\.type) == ["spans", "logs", "nodes", "pulse"])
    #expect(events[0].data.contains(#""name":"Span 3","kind":"task","module":"A""#))
    #expect(events[0].data.contains(#""duration":3000000"#))
    #expect(
      events[1].data
        == #"[{"time":5,"severity":"warning","source":"A","message":"<b>\u000a\"","attributes":{"k":"v"}}]"#
    )
    #expect(
      events[2].data == #"{"task:n":{"attributes":[],"failing":false,"text":"ran 7 times"}}"#)
    #expect(
      events[3].data.contains(
        #""rates":{"task":{"count":1,"failures":0,"p50":3000.0,"p99":3000.0}}"#))
    await feed.close()
  }

  @Test func `Failed work is counted in the rates`() async {
    let app = App()
    let feed = app.feed()
    let (cursor, _) = await feed.connect(after: nil)
    let failures = [["error.type": "Offline"], ["outcome": "retried"], ["outcome": "succeeded"]]
    for (number, attributes) in failures.enumerated() {
      app.intake.receive(
        TraceSpan(
          id: TraceSpanID(rawValue: UInt64(number + 1)), name: "Send", kind: "task", module: "A",
          start: TraceInstant(nanoseconds: 1), duration: .zero, attributes: attributes))
    }
    for _ in 0..<4 { _ = await feed.read() }
    let (bytes, _) = await feed.next(after: cursor) ?? ([], cursor)
    let pulse = Self.events(bytes).first { $0.type == "pulse" }
    #expect(pulse?.data.contains(#""task":{"count":3,"failures":2,"#) == true)
    await feed.close()
  }

  @Test func `The store is read once a second, and sent if it has changed`() async throws {
    let app = App()
    let feed = app.feed()
    let (start, _) = await feed.connect(after: nil)
    try await app.clock.sleepers(atLeast: 3)
    var cursor = start
    func jobs() async -> [String] {
      for _ in 0..<4 { _ = await feed.read() }
      guard let (bytes, next) = await feed.next(after: cursor) else { return [] }
      cursor = next
      return Self.events(bytes).filter { $0.type == "jobs" }.map(\.data)
    }
    #expect(await jobs() == [#"{"waiting":0}"#])
    _ = await feed.readStore()
    #expect(await jobs() == [])
    app.state.withLock { $0.jobs = ["waiting": 1] }
    _ = await feed.readStore()
    #expect(await jobs() == [#"{"waiting":1}"#])
    await feed.close()
  }

  @Test func `Values of relays are shown if the app allows it`() async {
    let app = App()
    app.values.add("count") { "42" }
    app.values.add("gone") { nil }
    let snapshot = await app.feed().snapshot()
    #expect(snapshot.contains(#"{"key":"value","value":"42"}"#) || snapshot.contains("42"))
    #expect(!snapshot.contains("gone"))
  }

  @Test func `A loaded module changes the structure`() async {
    let app = App()
    let feed = app.feed()
    let (cursor, _) = await feed.connect(after: nil)
    for _ in 0..<4 { _ = await feed.read() }
    app.state.withLock { $0.extent = [2] }
    for _ in 0..<4 { _ = await feed.read() }
    let bytes = await feed.next(after: cursor)?.0 ?? []
    #expect(Self.events(bytes).map(\.type).filter { $0 == "structure" }.count == 1)
    await feed.close()
  }

  @Test func `Without a client nothing is read`() async throws {
    let app = App()
    let feed = app.feed()
    #expect(app.state.withLock(\.readings) == 0)
    let (cursor, _) = await feed.connect(after: nil)
    for _ in 0..<4 { _ = await feed.read() }
    await feed.disconnect()
    // A client that comes back in time continues where it was.
    for _ in 0..<LiveFeed.patience { _ = await feed.read() }
    let (_, again) = await feed.connect(after: "\(cursor.epoch)-\(cursor.number)")
    #expect(Self.events(again).map(\.type).contains("pulse"))
    await feed.disconnect()
    while await feed.read() {}
    let readings = app.state.withLock(\.readings)
    app.intake.receive(Self.span(1))
    #expect(await feed.isIdle)
    #expect(app.state.withLock(\.readings) == readings)
    // A client that comes back later has missed changes.
    let (_, late) = await feed.connect(after: "\(cursor.epoch)-\(cursor.number)")
    #expect(Self.events(late).map(\.type) == ["reset"])
    await feed.close()
  }

  @Test func `A record from before the first page is sent once`() async {
    let app = App()
    app.intake.receive(
      LogRecord(nanosecondsSince1970: 0, severity: .info, source: "A", message: "early"))
    let feed = app.feed()
    let (cursor, first) = await feed.connect(after: nil)
    #expect(Self.events(first).map(\.type) == ["logs"])
    for _ in 0..<4 { _ = await feed.read() }
    let bytes = await feed.next(after: cursor)?.0 ?? []
    #expect(!bytes.isEmpty)
    #expect(!Self.events(bytes).map(\.type).contains("logs"))
    await feed.close()
  }

  @Test func `A closed feed does not start again`() async {
    let feed = App().feed()
    await feed.close()
    _ = await feed.connect(after: nil)
    #expect(await feed.isIdle)
  }

  @Test func `A client that missed changes gets a reset`() async {
    let app = App()
    let feed = app.feed()
    let (_, bytes) = await feed.connect(after: "other-7")
    #expect(Self.events(bytes).map(\.type) == ["reset"])
    await feed.close()
  }

  @Test func `Eight hours with two clients, one of which reads nothing, have a bounded size`()
    async
  {
    let app = App()
    let feed = app.feed()
    var (cursor, _) = await feed.connect(after: nil)
    let (slow, _) = await feed.connect(after: nil)
    var largest: [Int] = []
    for _ in 0..<Sweep.count(8, sample: 1) {
      for tick in 0..<3_600 * 4 {
        app.state.withLock { $0.relay += 1 }
        app.intake.receive(Self.span(tick))
        _ = await feed.read()
        if tick % 400 == 0, let (_, next) = await feed.next(after: cursor) { cursor = next }
      }
      largest.append(await feed.keptBytes)
    }
    #expect(largest.allSatisfy { $0 <= 4 << 20 })
    guard let (bytes, _) = await feed.next(after: slow) else { return }
    #expect(Self.events(bytes).map(\.type) == ["reset"])
    await feed.close()
    #expect(await feed.next(after: cursor) == nil)
  }

  @Test func `More spans than the page can show are dropped, and counted`() async {
    let app = App()
    let feed = app.feed()
    _ = await feed.connect(after: nil)
    for batch in 0..<6 {
      for number in 0..<LiveIntake.mostSpans + 5 {
        app.intake.receive(Self.span(batch * 30_000 + number))
      }
      _ = await feed.read()
    }
    let trace = await feed.trace()
    let dropped = trace.firstMatch(of: /"dropped":(\d+)/).flatMap { Int($0.1) } ?? 0
    #expect(dropped >= 30 + 20_000)
    await feed.close()
  }
}

/// Each test has a process of its own, as tracing is the process's.
@Suite struct DashboardRecordingTests {
  @Test func `A recording starts with the first page, and ends after the last one`() async {
    await #expect(processExitsWith: .success) {
      let intake = LiveIntake()
      let record = DashboardData.record(into:)
      #expect(!Trace.isOn)
      let recording = record(intake)
      #expect(Trace.isOn)
      Trace.emit("work", kind: .task, module: "A")
      // The launch of the process may trace, too.
      #expect(intake.takeSpans().spans.filter { $0.module == "A" }.map(\.name) == ["work"])
      recording.stop()
      #expect(!Trace.isOn)
      // The recording of another part of the app goes on, and its spans are shown.
      Trace.start(capacity: 1_000)
      Trace.emit("earlier", kind: .task, module: "A")
      let second = record(intake)
      #expect(second.earlier.filter { $0.module == "A" }.map(\.name) == ["earlier"])
      second.stop()
      #expect(Trace.isOn)
      _ = intake.takeSpans()
      Trace.emit("later", kind: .task, module: "A")
      #expect(intake.takeSpans().spans.isEmpty)
    }
  }
}
