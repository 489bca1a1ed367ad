import Foundation
import ModularityTestSupport
import Testing

@testable import ToolkitTrace

@Suite struct ChromeTraceTests {
  /// The file as a reader sees it.
  private struct File: Decodable {
    let traceEvents: [Event]
    let otherData: OtherData
    let displayTimeUnit: String

    struct OtherData: Decodable {
      let dropped: Int
      let startedAt: Double
    }

    struct Event: Decodable {
      let ph: String
      let name: String
      let cat: String?
      let pid: Int
      let tid: Int
      let ts: Double?
      let dur: Double?
      let id: UInt64?
      let bp: String?
      let args: Arguments?
    }

    struct Arguments: Decodable {
      let name: String?
      let span: UInt64?
      let cause: UInt64?
    }
  }

  private func file(_ snapshot: TraceSnapshot) throws -> File {
    try JSONDecoder().decode(File.self, from: snapshot.chromeTraceJSON())
  }

  /// What Perfetto makes of a number of microseconds.
  private static func nanosecondsInPerfetto(_ microseconds: Double) -> Int64 {
    Int64(microseconds * 1000)
  }

  @Test
  func `A small trace is written byte for byte`() throws {
    let json = try TraceSnapshot.sample(
      [
        .sample(1, name: "open", kind: .route, module: "Khala", from: 2_000, to: 5_500),
        .sample(2, name: "/home", kind: "page", module: "Home", from: 3_000, cause: 1),
      ],
      dropped: 3, start: 1_000
    ).chromeTraceJSON()
    let expected = """
      {"displayTimeUnit":"ns","otherData":{"dropped":3,"startedAt":1.5},"traceEvents":[\
      {"args":{"name":"harbor"},"name":"process_name","ph":"M","pid":42,"tid":0},\
      {"args":{"name":"Home"},"name":"thread_name","ph":"M","pid":42,"tid":1},\
      {"args":{"name":"Khala"},"name":"thread_name","ph":"M","pid":42,"tid":2},\
      {"args":{"span":1},"cat":"route","dur":3.5,"name":"open","ph":"X","pid":42,"tid":2,"ts":1},\
      {"cat":"cause","id":2,"name":"cause","ph":"s","pid":42,"tid":2,"ts":1},\
      {"args":{"cause":1,"span":2},"cat":"page","dur":0,"name":"/home","ph":"X","pid":42,\
      "tid":1,"ts":2},\
      {"bp":"e","cat":"cause","id":2,"name":"cause","ph":"f","pid":42,"tid":1,"ts":2}]}
      """
    #expect(String(decoding: json, as: UTF8.self) == expected)
  }

  @Test
  func `Equal snapshots give equal bytes`() throws {
    let snapshot = TraceSnapshot.sample(
      (1...50).map { .sample($0, module: "M\($0 % 7)", from: 3, to: Int64($0), cause: $0 / 2) })
    #expect(try snapshot.chromeTraceJSON() == snapshot.chromeTraceJSON())
  }

  @Test
  func `An empty recording is a valid file`() throws {
    let file = try file(.sample([], dropped: 7))
    #expect(file.traceEvents.map(\.ph) == ["M"])
    #expect(file.otherData.dropped == 7)
    #expect(file.otherData.startedAt == 1.5)
  }

  @Test
  func `Names with quotes, line breaks and emoji survive`() throws {
    let name = "\"a\\b\"\n\u{1}/ü/👩🏽‍🚀"
    let file = try file(.sample([.sample(1, name: name, module: name)]))
    #expect(file.traceEvents.last?.name == name)
    #expect(file.traceEvents[1].args?.name == name)
  }

  @Test
  func `A cause that is not in the snapshot has no arrow but is named`() throws {
    let file = try file(.sample([.sample(5, cause: 4)]))
    #expect(file.traceEvents.map(\.ph) == ["M", "M", "X"])
    #expect(file.traceEvents[2].args?.cause == 4)
  }

  @Test
  func `A thousandth of a microsecond survives Perfetto's arithmetic`() {
    var random = SeededGenerator(seed: 1001)
    let months = Int64(100 * 24 * 3_600) * 1_000_000_000
    let samples =
      Array(0...20_000) + (0..<20_000).map { _ in Int64.random(in: 0...months, using: &random) }
    for nanoseconds in samples {
      let written = ChromeTraceEvent.microseconds(.nanoseconds(nanoseconds))
      guard Self.nanosecondsInPerfetto(written) == nanoseconds else {
        Issue.record("\(nanoseconds) ns is written as \(written) µs")
        return
      }
    }
  }

  /// What Perfetto's importer demands, on random traces with many overlaps and
  /// equal times.
  @Test(arguments: 1...20)
  func `Perfetto would draw every span and every arrow`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var latestStart: Int64 = 0
    let spans = (UInt64(1)...80).map { number -> TraceSpan in
      latestStart += Int64.random(in: 0...3, using: &random) * 333
      let cause = UInt64.random(in: 0..<number, using: &random)
      return .sample(
        number, module: "Module \(number % 3)", from: latestStart,
        to: latestStart + Int64.random(in: 0...5, using: &random) * 777,
        cause: cause == 0 ? nil : cause)
    }
    let file = try file(.sample(spans.shuffled(using: &random)))
    let effects = spans.filter { $0.cause != nil }

    var named: Set<Int> = []
    var latest = -1.0
    var open: [Int: [(end: Int64, span: UInt64)]] = [:]
    var arrowSources: [UInt64: UInt64] = [:]
    var drawn: Set<UInt64> = []
    var arrows = 0
    for event in file.traceEvents {
      #expect(event.pid == 42)
      if event.ph == "M" {
        named.insert(event.tid)
        continue
      }
      let time = try #require(event.ts)
      #expect(latest <= time, "events must come in the order of time")
      latest = time
      #expect(named.contains(event.tid), "a track must have a name before it is used")
      switch event.ph {
      case "X":
        let start = Self.nanosecondsInPerfetto(time)
        let duration = Self.nanosecondsInPerfetto(try #require(event.dur))
        while let top = open[event.tid]?.last, top.end <= start { open[event.tid]?.removeLast() }
        if let top = open[event.tid]?.last {
          #expect(start + duration <= top.end, "Perfetto drops spans that stick out")
        }
        let id = try #require(event.args?.span)
        #expect(drawn.insert(id).inserted)
        open[event.tid, default: []].append((start + duration, id))
      case "s":
        // Perfetto ties an arrow to the span that it saw last on the track.
        let source = try #require(open[event.tid]?.last)
        #expect(arrowSources.updateValue(source.span, forKey: try #require(event.id)) == nil)
      case "f":
        let id = try #require(event.id)
        #expect(event.bp == "e")
        #expect(try #require(open[event.tid]?.last).span == id)
        let source = try #require(arrowSources[id], "an arrow must start before it ends")
        #expect(source == spans[Int(id) - 1].cause?.rawValue)
        arrows += 1
      default:
        Issue.record("unexpected phase \(event.ph)")
      }
    }
    #expect(drawn.count == spans.count)
    #expect(arrows == effects.count)
    #expect(arrowSources.count == effects.count)
  }

  @Test
  func `Recorded spans can be exported`() throws {
    let recorder = TraceRecorder()
    recorder.start(capacity: 8)
    recorder.span("outer", kind: .task, module: "Tests", cause: nil) {
      _ = recorder.emit("inner", kind: .event, module: "Tests", cause: TraceContext.cause)
    }
    let snapshot = recorder.snapshot()
    let file = try file(snapshot)
    #expect(file.traceEvents.map(\.ph) == ["M", "M", "X", "s", "X", "f"])
    #expect(Set(file.traceEvents.map(\.pid)) == [Int(ProcessInfo.processInfo.processIdentifier)])
    #expect(file.traceEvents[0].args?.name == snapshot.process.name)
    #expect(!snapshot.process.name.isEmpty)
    #expect(file.traceEvents.compactMap(\.ts).allSatisfy { $0 >= 0 })
  }

  @Test
  func `A snapshot knows the dates of its spans`() {
    let snapshot = TraceSnapshot.sample([], start: 1_000)
    let date = snapshot.date(at: TraceInstant(nanoseconds: 500_001_000))
    #expect(date == Date(timeIntervalSince1970: 2))
  }
}
