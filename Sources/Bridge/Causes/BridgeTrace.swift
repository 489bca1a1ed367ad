public import ToolkitTrace

/// A trace of what the process did and why, as chains of causes.
///
/// ```swift
/// Trace.start()
/// …
/// print(Bridge.trace)
/// // event login → wire → task RefreshFeed → route Feed/reload → wire → relay feed.items
/// ```
public struct BridgeTrace: Sendable {
  /// The spans, in the order in which they began.
  public let spans: [TraceSpan]

  private let indices: [TraceSpanID: Int]

  /// Takes what a recording has.
  public init(_ snapshot: TraceSnapshot) {
    self.init(spans: snapshot.spans)
  }

  /// Takes spans, for a test of what is done with chains.
  public init(spans: [TraceSpan]) {
    self.spans = spans.sorted { $0.id < $1.id }
    indices = Dictionary(
      self.spans.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the causes of a span, the first cause first and the span itself last.
  ///
  /// A cause that the recording has dropped ends the chain. What only stands for a wire, as
  /// the callback by which it listens, is left out.
  public func chain(to id: TraceSpanID) -> [TraceSpan] {
    var chain: [TraceSpan] = []
    var next: TraceSpanID? = id
    while let id = next, let index = indices[id] {
      let span = spans[index]
      if !stands(span, for: chain.last) { chain.append(span) }
      // A span is younger than its cause; a recording made by hand might say otherwise.
      next = span.cause.flatMap { $0 < id ? $0 : nil }
    }
    return chain.reversed()
  }

  /// The chains to all spans that led to nothing more, in the order in which they began.
  public var chains: [[TraceSpan]] {
    let causes = Set(spans.compactMap(\.cause))
    return spans.filter { !causes.contains($0.id) }.map { chain(to: $0.id) }
  }

  /// Returns whether a span says nothing that the one after it does not say.
  private func stands(_ span: TraceSpan, for next: TraceSpan?) -> Bool {
    guard let next else { return false }
    if next.kind == .wire, span.name == next.name { return true }
    return span.kind == .task && next.kind == .task && span.name == Self.demand + next.name
  }

  /// The prefix of the names of runs of single tasks.
  private static let demand = "demand of "
}

extension BridgeTrace: CustomStringConvertible {
  /// A line for each chain.
  public var description: String {
    chains.map(Self.text(of:)).joined(separator: "\n")
  }

  /// A chain in words: `event login → wire → task RefreshFeed`.
  ///
  /// A relay or a notification stands before the wire that it caused, though neither has a span
  /// of its own. The first span says which one enqueued it, if it is a job: that one may be of
  /// another process.
  public static func text(of chain: [TraceSpan]) -> String {
    var words = (chain.first?.links ?? []).map { "enqueued by \($0)" }
    for span in chain {
      if span.kind == .wire {
        // A relay that a wire has set is among the spans.
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

  /// The source of a wire, if it is of a kind whose changes are not recorded as spans.
  private static func sourceWithoutSpan(of wire: TraceSpan) -> String? {
    // As ``Wire/name`` has it.
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
