import ModularityTestSupport
import ModuleGraph
import ToolkitTrace

/// Traces of spans that cause each other, beside and inside each other, by a fixed seed.
struct RandomTrace {
  private static let kinds = ["event", "wire", "task", "route", "relay", "callback"]

  let spans: [TraceSpan]

  /// Makes spans.
  ///
  /// - Parameters:
  ///   - count: The number of spans.
  ///   - modules: The number of modules.
  ///   - seed: The seed.
  init(count: Int, modules: Int = 8, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    var spans: [TraceSpan] = []
    var time = 1_000
    while spans.count < count {
      // The latest ones are the causes of most, so that chains are long.
      let isRoot = spans.isEmpty || random(0...9) == 0
      let cause = isRoot ? nil : spans[max(0, spans.count - random(1...6))]
      let longest = cause.map { max(1, Int($0.duration / .nanoseconds(1)) / 2) } ?? 4_000_000
      time += random(0...9) == 0 ? random(0...2_000_000) : random(0...2_000)
      spans.append(
        TraceSpan(
          id: TraceSpanID(rawValue: UInt64(spans.count + 1)), name: "Work\(random(0...199))",
          kind: TraceKind(rawValue: Self.kinds[random(0...5)]),
          module: "Module\(random(0...(modules - 1)))",
          start: TraceInstant(nanoseconds: Int64(time)),
          duration: .nanoseconds(random(0...7) == 0 ? 0 : random(0...longest)), cause: cause?.id,
          links: random(0...19) == 0 ? [TraceLink(TraceSpanID(rawValue: 7))] : [],
          attributes: random(0...19) == 0 ? ["attempt": "\(random(1...5))"] : [:]))
    }
    self.spans = spans
  }

  /// The spans as a snapshot of the process `harbor (4711)`.
  var snapshot: TraceSnapshot {
    TraceSnapshot(
      spans: spans, dropped: 3, process: TraceProcess(id: 4711, name: "harbor"),
      start: TraceInstant(nanoseconds: 0),
      startSince1970: .microseconds(SampleApp.night))
  }

  /// The spans in a page of that process.
  var page: String { page(of: ModuleGraph()) }

  /// Returns a page of that process with a graph and the spans.
  func page(of graph: ModuleGraph) -> String {
    let trace = ModuleGraph.Live.Trace(
      spans: spans.map { span in
        .init(
          id: span.id.rawValue, name: span.name, kind: span.kind.rawValue, module: span.module,
          start: Double(span.start.nanoseconds) / 1_000,
          duration: Double(Int(span.duration / .nanoseconds(1))) / 1_000,
          cause: span.cause?.rawValue, links: span.links.map(\.traceParent),
          attributes: span.attributes)
      }, dropped: 3, startedAt: SampleApp.night)
    var graph = graph
    graph.live = .init(process: "harbor (4711)", trace: trace)
    return graph.html()
  }
}
