internal import ToolkitTrace

/// The spans that have ended and are not counted yet.
struct WaitingSpans: Sendable {
  /// The batches that a span has filled.
  enum Filled {
    /// None.
    case none
    /// The only one that waits.
    case first
    /// One of so many that they have to be counted at once.
    case tooMany
  }

  static let batchSize = 512
  static let maximumBatches = 32

  private var full: [[TraceSpan]] = []
  private var latest: [TraceSpan] = []

  /// Keeps a span.
  ///
  /// - Complexity: O(1). Allocates memory once for each batch.
  mutating func append(_ span: TraceSpan) -> Filled {
    if latest.capacity == 0 { latest.reserveCapacity(Self.batchSize) }
    latest.append(span)
    guard latest.count == Self.batchSize else { return .none }
    full.append(takeLatest())
    if full.count >= Self.maximumBatches { return .tooMany }
    return full.count == 1 ? .first : .none
  }

  /// Takes out the oldest batch, or `nil` if no span waits.
  mutating func takeBatch() -> [TraceSpan]? {
    if !full.isEmpty { return full.removeFirst() }
    return latest.isEmpty ? nil : takeLatest()
  }

  private mutating func takeLatest() -> [TraceSpan] {
    var batch: [TraceSpan] = []
    swap(&batch, &latest)
    return batch
  }
}
