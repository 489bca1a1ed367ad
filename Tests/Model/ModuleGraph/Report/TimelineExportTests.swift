import Foundation
import ModuleGraph
import Testing
import ToolkitTrace

/// The file for Perfetto that the timeline exports.
@Suite(.inBrowser, .serialized)
struct TimelineExportTests {
  private static func export(_ page: String, keys: [String] = []) async throws -> Data {
    try await Browser().session { browser in
      try await browser.open(page, at: "view=timeline")
      let _: Bool = try await browser.evaluate(
        "(document.getElementById('timeline-canvas').focus(), true)")
      for key in keys { try await browser.press(key) }
      return try await browser.download {
        let _: Bool = try await browser.evaluate(
          #"(document.querySelector('[aria-label^="Export"]').click(), true)"#)
      }
    }
  }

  @Test(arguments: [1, 23, 1_536] as [UInt64])
  func `A whole trace is exported as the trace itself is written`(seed: UInt64) async throws {
    let trace = RandomTrace(count: 400, seed: seed)
    let exported = try await Self.export(trace.page)
    let written = try trace.snapshot.chromeTraceJSON()
    let objects = try [exported, written].map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? NSDictionary)
    }
    let events = try objects.map { try #require($0["traceEvents"] as? [NSDictionary]) }
    #expect(events[0].count == events[1].count)
    for (one, other) in zip(events[0], events[1]) { #expect(one == other) }
    #expect(objects[0] == objects[1])
  }

  @Test func `A part of a trace is exported with the spans that are visible`() async throws {
    struct File: Decodable {
      struct Event: Decodable {
        let ph: String
        let ts: Double?
        let dur: Double?
        let id: Int?
        let args: Arguments?
      }
      struct Arguments: Decodable { let span: Int? }
      let traceEvents: [Event]
    }
    let trace = RandomTrace(count: 400, seed: 5)
    // Three steps of zoom show 8 of 27 parts of the middle.
    let data = try await Self.export(trace.page, keys: ["+", "+", "+"])
    let file = try JSONDecoder().decode(File.self, from: data)
    let spans = file.traceEvents.filter { $0.ph == "X" }
    let first = Double(try #require(trace.spans.map(\.start.nanoseconds).min())) / 1_000
    let last = Double(try #require(trace.spans.map(\.end.nanoseconds).max())) / 1_000
    let middle = (first + last) / 2
    let half = (last - first) * 1.04 * 8 / 27 / 2
    // The canvas has whole points, which the edges depend on by less than a thousandth.
    let edge = half / 1_000
    let shown = Set(spans.compactMap { $0.args?.span })
    for span in trace.spans {
      let start = Double(span.start.nanoseconds) / 1_000
      let end = Double(span.end.nanoseconds) / 1_000
      let isWithin = end >= middle - half + edge && start <= middle + half - edge
      let isOutside = end < middle - half - edge || start > middle + half + edge
      if isWithin { #expect(shown.contains(Int(span.id.rawValue))) }
      if isOutside { #expect(!shown.contains(Int(span.id.rawValue))) }
    }
    #expect(!shown.isEmpty && shown.count < trace.spans.count)
    // An arrow that begins has its end.
    let starts = file.traceEvents.filter { $0.ph == "s" }.compactMap(\.id).sorted()
    let ends = file.traceEvents.filter { $0.ph == "f" }.compactMap(\.id).sorted()
    #expect(starts == ends)
  }
}
