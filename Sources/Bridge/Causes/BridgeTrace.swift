public import ToolkitTrace

/// A trace of the process as chains of causes.
///
/// ```swift
/// Trace.start()
/// …
/// print(Bridge.trace)
/// // event login → wire → task RefreshFeed → route Feed/reload → wire → relay feed.items
/// ```
public struct BridgeTrace: Sendable {
  /// The spans, in the order in which they started.
  public let spans: [TraceSpan]

  private let indices: [TraceSpanID: Int]

  /// Creates a trace from a recording.
  public init(_ snapshot: TraceSnapshot) {
    self.init(spans: snapshot.spans)
  }

  /// Creates a trace from spans, for a test of functions that read chains.
  public init(spans: [TraceSpan]) {
    self.spans = spans.sorted { $0.id < $1.id }
    indices = Dictionary(
      self.spans.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the causes of a span, starting with the first cause and ending with the span itself.
  ///
  /// The chain ends at a cause that the recording has dropped. Spans that only represent a wire,
  /// such as the callback with which it observes an event, are omitted.
  public func chain(to id: TraceSpanID) -> [TraceSpan] {
    var chain: [TraceSpan] = []
    var next: TraceSpanID? = id
    while let id = next, let index = indices[id] {
      let span = spans[index]
      if !stands(span, for: chain.last) { chain.append(span) }
      // A span is younger than its cause. A recording that was created by hand may violate this.
      next = span.cause.flatMap { $0 < id ? $0 : nil }
    }
    return chain.reversed()
  }

  /// The chains to all spans that caused no other span, in the order in which they started.
  public var chains: [[TraceSpan]] {
    let causes = Set(spans.compactMap(\.cause))
    return spans.filter { !causes.contains($0.id) }.map { chain(to: $0.id) }
  }

  /// Returns whether a span adds no information to the span that it caused.
  private func stands(_ span: TraceSpan, for next: TraceSpan?) -> Bool {
    guard let next else { return false }
    if next.kind == .wire, span.name == next.name { return true }
    return span.kind == .task && next.kind == .task && span.name == Self.demand + next.name
  }

  /// The prefix in the names of runs of single tasks.
  private static let demand = "demand of "
}

extension BridgeTrace: CustomStringConvertible {
  /// One line for each chain.
  public var description: String {
    chains.map(Self.text(of:)).joined(separator: "\n")
  }

  /// Returns a description of a chain, such as `event login → wire → task RefreshFeed`.
  ///
  /// A relay or a notification is shown before the wire that it caused, although it has no span. If
  /// the first span is a job, the description shows the span that enqueued it, which may belong to
  /// another process.
  public static func text(of chain: [TraceSpan]) -> String {
    var words = (chain.first?.links ?? []).map { "enqueued by \($0)" }
    for span in chain {
      if span.kind == .wire {
        // If a wire has set the relay, it has a span.
        if let source = sourceWithoutSpan(of: span), words.last != source { words.append(source) }
        words.append("wire")
      } else {
        let isDemand = span.kind == .task && span.name.hasPrefix(demand)
        let name = isDemand ? String(span.name.dropFirst(demand.count)) : span.name
        words.append("\(span.kind) \(name)")
      }
    }
    return words.joined(separator: " → ")
  }

  /// Returns the source of a wire, if changes of its kind are not recorded as spans.
  private static func sourceWithoutSpan(of wire: TraceSpan) -> String? {
    // In the format of ``Wire/name``.
    guard let arrow = wire.name.firstRange(of: " -> ") else { return nil }
    let source = wire.name[..<arrow.lowerBound]
    let kinds: [WireEnd.Kind] = [.relay, .notification]
    return kinds.contains { source.hasPrefix("\($0.rawValue) ") } ? String(source) : nil
  }
}

extension Bridge {
  /// The chains of causes that `Trace` has recorded.
  ///
  /// - Complexity: O(*n* log *n*) in the number of spans.
  public static var trace: BridgeTrace { BridgeTrace(Trace.snapshot()) }
}
