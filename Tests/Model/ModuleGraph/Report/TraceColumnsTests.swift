import Foundation
import Testing

@testable import ModuleGraph

/// The trace as the page reads it.
@Suite struct TraceColumnsTests {
  private static let spans: [ModuleGraph.Live.Trace.Span] = [
    .init(id: 9, name: "late", kind: "task", module: "Feed", start: 3, duration: 0.25, cause: 4),
    .init(id: 4, name: "first", kind: "event", module: "App", start: 1.001, duration: 2),
    .init(id: 5, name: "late", kind: "task", module: "App", start: 1.001, duration: 0, cause: 2),
  ]

  @Test func `Rows are in the order of their start, with gaps in whole nanoseconds`() {
    let columns = TraceColumns(.init(spans: Self.spans, dropped: 7, startedAt: 12))
    #expect(columns.id == [4, 5, 9])
    #expect(columns.gap == [1_001, 0, 1_999])
    #expect(columns.duration == [2_000, 0, 250])
    #expect(columns.dropped == 7)
    #expect(columns.startedAt == 12)
  }

  @Test func `Each text is written once`() {
    let columns = TraceColumns(.init(spans: Self.spans))
    #expect(columns.name.texts == ["first", "late"])
    #expect(columns.name.rows == [0, 1, 1])
    #expect(columns.module.texts == ["App", "Feed"])
    #expect(columns.kind.rows == [0, 1, 1])
  }

  @Test func `A cause is a row, and one that is missing is kept by its identifier`() {
    let columns = TraceColumns(.init(spans: Self.spans))
    #expect(columns.cause == [-1, -1, 0])
    #expect(columns.details.keys.sorted() == ["1"])
    #expect(columns.details["1"]?.cause == 2)
  }

  @Test func `A span that is its own cause has none in the drawing`() {
    let columns = TraceColumns(
      .init(spans: [
        .init(id: 1, name: "a", kind: "b", module: "c", start: 0, duration: 1, cause: 1)
      ]))
    #expect(columns.cause == [-1])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1])
  func `Times that no clock has are drawn as others`(time: Double) {
    let columns = TraceColumns(
      .init(spans: [
        .init(id: 1, name: "a", kind: "b", module: "c", start: time, duration: time),
        .init(id: 2, name: "a", kind: "b", module: "c", start: 5, duration: 1),
      ]))
    #expect(Set(columns.id) == [1, 2])
    #expect(columns.gap.dropFirst().allSatisfy { $0 >= 0 })
    #expect(columns.duration.allSatisfy { (0...4_000_000_000_000_000).contains($0) })
  }

  @Test func `A page without spans has no data of a trace`() {
    #expect(!ModuleGraph(records: SampleApp.records).html().contains("id=\"trace-data\""))
    var live = SampleApp.live
    live.trace = .init(spans: [], dropped: 3)
    #expect(!ModuleGraph(records: [], live: live).html().contains("id=\"trace-data\""))
  }

  @Test func `No span can close the element of the trace`() {
    let name = "</script><script>alert(1)</script><!--"
    let span = ModuleGraph.Live.Trace.Span(
      id: 1, name: name, kind: name, module: name, start: 0, duration: 1, links: [name],
      attributes: [name: name])
    let page = ModuleGraph(records: [], live: .init(trace: .init(spans: [span]))).html()
    #expect(!page.contains("<script>alert"))
    #expect(page.ranges(of: "</script>").count == 3)
  }

  @Test func `A span takes 40 bytes of the page`() {
    let trace = RandomTrace(count: 2_000, seed: 23)
    let empty = ModuleGraph(records: [], live: .init(trace: .init(spans: [Self.spans[1]]))).html()
    #expect((trace.page.utf8.count - empty.utf8.count) / 2_000 <= 40)
  }
}
