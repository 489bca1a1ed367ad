import ModularityTestSupport
import Testing

@testable import ToolkitTrace

@Suite struct TraceLayoutTests {
  private func tracks(_ spans: [TraceSpan]) -> [UInt64: String] {
    let layout = TraceLayout(spans)
    return Dictionary(
      uniqueKeysWithValues: layout.placements.map {
        ($0.span.id.rawValue, layout.trackNames[$0.track])
      })
  }

  @Test
  func `Spans beside and inside each other share a track`() {
    let tracks = tracks([
      .sample(1, from: 0, to: 100),
      .sample(2, from: 0, to: 40),
      .sample(3, from: 10, to: 40),
      .sample(4, from: 40, to: 100),
      .sample(5, from: 100, to: 120),
      .sample(6, from: 50),
    ])
    #expect(Set(tracks.values) == ["Module"])
  }

  @Test
  func `A span that partly overlaps another gets its own track`() {
    let tracks = tracks([
      .sample(1, from: 0, to: 50),
      .sample(2, from: 49, to: 51),
      .sample(3, from: 49, to: 60),
      .sample(4, from: 55, to: 56),
      .sample(5, from: 60, to: 70),
    ])
    #expect(tracks == [1: "Module", 2: "Module 2", 3: "Module 3", 4: "Module", 5: "Module"])
  }

  @Test
  func `Modules are in alphabetical order and keep their tracks together`() {
    let layout = TraceLayout([
      .sample(1, module: "Store", from: 0, to: 10),
      .sample(2, module: "Account", from: 5, to: 15),
      .sample(3, module: "Store", from: 5, to: 15),
      .sample(4, module: "Account", from: 10, to: 20),
    ])
    #expect(layout.trackNames == ["Account", "Account 2", "Store", "Store 2"])
    #expect(layout.placements.map(\.track) == [2, 0, 3, 1])
  }

  @Test
  func `A cause comes before its effect even if the clock did not move`() {
    let layout = TraceLayout([
      .sample(2, module: "A", from: 7, to: 9, cause: 1), .sample(1, module: "B", from: 7),
    ])
    #expect(layout.placements.map(\.span.id.rawValue) == [1, 2])
  }

  @Test
  func `No spans make no tracks`() {
    #expect(TraceLayout([]).trackNames.isEmpty)
    #expect(TraceLayout([]).placements.isEmpty)
  }

  /// Every way to lay three spans, of which each may begin and end at any of
  /// five points.
  @Test
  func `No three spans cross on a track`() {
    let intervals = (0...4).flatMap { start in (start...4).map { (Int64(start), Int64($0)) } }
    for first in intervals {
      for second in intervals {
        for third in intervals {
          expectNoCrossing([
            .sample(1, from: first.0, to: first.1),
            .sample(2, from: second.0, to: second.1),
            .sample(3, from: third.0, to: third.1),
          ])
        }
      }
    }
  }

  @Test
  func `Random spans never cross on a track`() {
    var random = SeededGenerator(seed: 7)
    for _ in 1...100 {
      let spans = (UInt64(1)...60).map { number -> TraceSpan in
        let start = Int64.random(in: 0...200, using: &random)
        let length = Int64.random(in: 0...50, using: &random)
        return TraceSpan.sample(
          number, module: "Module \(number % 3)", from: start, to: start + length)
      }
      expectNoCrossing(spans)
    }
  }

  /// Checks a layout against the definition of crossing, pair by pair.
  private func expectNoCrossing(_ spans: [TraceSpan]) {
    let layout = TraceLayout(spans)
    #expect(Set(layout.placements.map(\.span)) == Set(spans))
    for (_, placements) in Dictionary(grouping: layout.placements, by: \.track) {
      for (index, one) in placements.enumerated() {
        for other in placements[..<index] {
          let (a, b) = (one.span, other.span)
          #expect(a.module == b.module)
          let areApart = a.end <= b.start || b.end <= a.start
          let areNested =
            (a.start <= b.start && b.end <= a.end) || (b.start <= a.start && a.end <= b.end)
          #expect(areApart || areNested, "\(a) crosses \(b)")
        }
      }
    }
  }
}
