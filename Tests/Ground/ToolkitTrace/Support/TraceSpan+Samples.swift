import Testing
import ToolkitTrace

extension TraceSpan {
  /// A span for tests that care about a few of its properties.
  static func sample(
    _ number: UInt64, name: String? = nil, kind: TraceKind = .task, module: String = "Module",
    from start: Int64 = 0, to end: Int64? = nil, cause: UInt64? = nil
  ) -> TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: number), name: name ?? "span \(number)", kind: kind,
      module: module, start: TraceInstant(nanoseconds: start),
      duration: .nanoseconds((end ?? start) - start),
      cause: cause.map(TraceSpanID.init(rawValue:)))
  }
}

extension TraceSnapshot {
  /// A snapshot of a process that does not exist.
  static func sample(_ spans: [TraceSpan], dropped: Int = 0, start: Int64 = 0) -> TraceSnapshot {
    TraceSnapshot(
      spans: spans, dropped: dropped, process: TraceProcess(id: 42, name: "harbor"),
      start: TraceInstant(nanoseconds: start), startSince1970: .milliseconds(1_500))
  }

  /// The span with this name; fails the test if there is none or several.
  func only(_ name: String) throws -> TraceSpan {
    let found = spans.filter { $0.name == name }
    try #require(found.count == 1, "\(name) was recorded \(found.count) times")
    return found[0]
  }
}
