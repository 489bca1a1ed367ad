import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing
import ToolkitTrace

/// The pure functions of the timeline's script, beside slow ones that are plainly right.
@Suite(.inBrowser, .serialized)
struct TimelineScriptTests {
  /// A trace that is laid out on lines, and the columns of pixels that are painted.
  private struct Drawing: Decodable {
    let lines: Int
    let lineOf: [Int]
    /// For each view and line, the painted columns.
    let painted: [[[Int]]]
    /// The most that one line has called for.
    let calls: Int
  }

  private static var script: String {
    get throws {
      try String(
        contentsOf: Repository.file("Sources/Page/page-timeline.js"), encoding: .utf8)
    }
  }

  private struct View {
    let from: Double
    let perPixel: Double
    let width = 97
  }

  private static func views(_ spans: [Span]) -> [View] {
    let last = spans.map(\.end).max() ?? 1
    return [
      View(from: -10, perPixel: (last + 20) / 97), View(from: last / 3, perPixel: last / 970),
      View(from: last / 2, perPixel: 40), View(from: last * 0.9, perPixel: 1),
    ]
  }

  private struct Span {
    let start: Double
    let end: Double
    let group: Int
  }

  private static func spans(seed: UInt64) -> [Span] {
    RandomTrace(count: 300, modules: 3, seed: seed).spans.map { span in
      Span(
        start: Double(span.start.nanoseconds), end: Double(span.end.nanoseconds),
        group: Int(span.module.dropFirst("Module".count)) ?? 0)
    }
  }

  private static func draw(_ spans: [Span], _ views: [View]) async throws -> Drawing {
    let views = views.map { "{from:\($0.from),perPixel:\($0.perPixel),width:\($0.width)}" }
    return try await Browser().session { browser in
      try await browser.evaluate(
        """
        (() => {
          \(try Self.script)
          const spans = {
            count: \(spans.count),
            start: Float64Array.from(\(spans.map(\.start))),
            end: Float64Array.from(\(spans.map(\.end))),
          };
          const layout = layOutLines(spans, \(spans.map(\.group)), ["B", "A", "C"]);
          let most = 0;
          const painted = [\(views.joined(separator: ","))].map((view) =>
            Array.from({ length: layout.lines }, (_, line) => {
              const columns = new Set();
              const paint = (from, until) => {
                for (let at = Math.max(from, 0); at <= Math.min(until, view.width - 1); at++)
                  columns.add(at);
              };
              let calls = 0;
              const columnOf = (time) => Math.floor((time - view.from) / view.perPixel);
              visitLine(spans, layout, line, view,
                (row) => {
                  calls++;
                  paint(columnOf(spans.start[row]), columnOf(spans.end[row]));
                },
                (from, until) => { calls++; paint(from, until); });
              most = Math.max(most, calls);
              return [...columns].sort((one, other) => one - other);
            }));
          return { lines: layout.lines, lineOf: [...layout.lineOf], painted, calls: most };
        })()
        """)
    }
  }

  @Test(arguments: [2, 3, 5, 7] as [UInt64])
  func `The pixels of a line are those of all its spans, at any level of detail`(
    seed: UInt64
  ) async throws {
    let spans = Self.spans(seed: seed)
    let views = Self.views(spans)
    let drawing = try await Self.draw(spans, views)
    for (number, view) in views.enumerated() {
      for line in 0..<drawing.lines {
        var expected: Set<Int> = []
        for (row, span) in spans.enumerated() where drawing.lineOf[row] == line {
          let first = Int(((span.start - view.from) / view.perPixel).rounded(.down))
          let last = Int(((span.end - view.from) / view.perPixel).rounded(.down))
          let isSeen = span.end >= view.from && first < view.width
          if isSeen { expected.formUnion(max(first, 0)...min(last, view.width - 1)) }
        }
        #expect(drawing.painted[number][line] == expected.sorted(), "view \(number), line \(line)")
      }
    }
    // Each column has at most a point and the span that begins there.
    #expect(drawing.calls <= 2 * 97 + 2)
  }

  @Test(arguments: [2, 3, 5, 7] as [UInt64])
  func `No two spans of a line overlap, and lanes are in the order of their names`(
    seed: UInt64
  ) async throws {
    let spans = Self.spans(seed: seed)
    let drawing = try await Self.draw(spans, [])
    var ends: [Int: Double] = [:]
    var groups: [Int: Int] = [:]
    for (row, span) in spans.enumerated() {
      let line = drawing.lineOf[row]
      #expect(ends[line, default: 0] <= span.start)
      ends[line] = span.end
      #expect(groups[line, default: span.group] == span.group)
      groups[line] = span.group
    }
    let order = groups.sorted { $0.key < $1.key }.map(\.value)
    let rank = [1: 0, 0: 1, 2: 2]
    #expect(order.map { rank[$0] ?? 0 } == order.map { rank[$0] ?? 0 }.sorted())
    #expect(Set(groups.keys) == Set(0..<drawing.lines))
  }

  @Test func `Spans are merged in the order of their start, and the oldest are dropped`()
    async throws
  {
    struct Merged: Decodable {
      let ids: [Int]
      let causes: [Int]
      let dropped: Int
      let kept: [Int]
    }
    let merged: Merged = try await Browser().session { browser in
      try await browser.evaluate(
        """
        (() => {
          \(try Self.script)
          const texts = (row) => ({ rows: [row], texts: ["a"] });
          const first = readTrace({ gap: [10], duration: [5], id: [1], cause: [-1], dropped: 0,
            name: texts(0), kind: texts(0), module: texts(0), details: {} });
          const span = (id, start, cause) =>
            ({ id, start, duration: 1, cause, name: "b", kind: "a", module: "c" });
          // Number 3 comes before its cause, number 2, which then comes twice.
          const second = merged(first, [span(3, 20, 2)]);
          const third = merged(second, [span(2, 12, 1), span(1, 99)]);
          const many = merged(third, Array.from({ length: 20 }, (_, at) => span(10 + at, 30 + at)), 20);
          return {
            ids: [...third.id], causes: [...third.cause], dropped: many.dropped,
            kept: [...many.id],
          };
        })()
        """)
    }
    #expect(merged.ids == [1, 2, 3])
    #expect(merged.causes == [-1, 0, 1])
    // Three too many, and a tenth of twenty.
    #expect(merged.dropped == 5)
    #expect(merged.kept == Array(12...29))
  }

  @Test func `Times of day have the digits that tell two marks of the ruler apart`() async throws {
    let texts: [String] = try await Browser().session { browser in
      try await browser.evaluate(
        """
        (() => {
          \(try Self.script)
          return [
            dayTime(0, 1e9), dayTime(3_723_004_005_006, 1), dayTime(3_723_004_005_006, 5e6),
            dayTime(86_400e9 + 1e9, 2e9), dayTime(-1e9, 1e9), String(rulerStep(1)),
            String(rulerStep(3)), String(rulerStep(11e9)), String(rulerStep(86_400e9)),
            String(perfettoTime(1001)), String(perfettoTime(0)),
          ];
        })()
        """)
    }
    #expect(
      texts == [
        "00:00:00", "01:02:03.004005006", "01:02:03.004", "00:00:01", "23:59:59", "1", "5",
        "30000000000", "86400000000000", "1.0010000000000001", "0",
      ])
  }
}
