import HarborContracts

/// A tree of what ran, each below its cause.
struct CauseTree {
  /// The spans in the order in which they are shown, and how deep they are.
  private var entries: [(span: TraceSpan, depth: Int)] = []

  /// Sorts spans by cause and beginning.
  ///
  /// One whose cause is not among them is at the top.
  init(_ spans: [TraceSpan]) {
    let known = Set(spans.map(\.id))
    let children = Dictionary(grouping: spans) { span in
      span.cause.flatMap { known.contains($0) && $0 != span.id ? $0 : nil }
    }
    var waiting = Self.reversed(children[nil]).map { (span: $0, depth: 0) }
    while let entry = waiting.popLast() {
      entries.append(entry)
      waiting += Self.reversed(children[entry.span.id]).map { ($0, entry.depth + 1) }
    }
  }

  /// The latest first, for a stack.
  private static func reversed(_ spans: [TraceSpan]?) -> [TraceSpan] {
    (spans ?? []).sorted { ($0.start, $0.id) > ($1.start, $1.id) }
  }

  /// A row for each.
  ///
  /// - Parameter isIndented: Whether names are moved to the right by their depth.
  /// - Returns: The table.
  func table(isIndented: Bool) -> Table {
    Table(
      ["name", "kind", "module", "microseconds"],
      entries.map { span, depth in
        [
          .string((isIndented ? String(repeating: "  ", count: depth) : "") + span.name),
          .string(span.kind.rawValue), .string(span.module),
          .number((span.duration / .microseconds(1) * 10).rounded() / 10),
        ]
      })
  }
}
