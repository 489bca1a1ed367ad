internal import Synchronization
internal import ToolkitTrace

/// The sink that counts spans and their durations, with a histogram for each kind.
///
/// Finding the series of a span takes several times as long as ending the span. The thread that
/// ends a span therefore only stores it, and a task counts the spans in batches.
///
/// - Concurrency: Can be used from any thread. One lock is held while a span is stored, and another
///   one while spans are counted.
final class SpanHistograms: QuietTraceSink {
  private typealias Table = SeriesTable<SpanSeries, Metric.Histogram>

  private let ignored: Set<TraceKind>
  private let waiting = Mutex(WaitingSpans())
  private let tables: Mutex<[Table]>

  /// Creates the histograms.
  ///
  /// - Parameters:
  ///   - ignored: The kinds to ignore.
  ///   - limit: The maximum number of series of a histogram.
  init(except ignored: Set<TraceKind>, limit: Int) {
    self.ignored = ignored
    let empty = Table(
      limit: limit, initial: Metric.Histogram(bounds: Metric.Histogram.durationBounds))
    tables = Mutex(Array(repeating: empty, count: SpanFamily.all.count))
  }

  func receive(_ span: TraceSpan) {
    guard ignored.isEmpty || !ignored.contains(span.kind) else { return }
    switch waiting.withLock({ $0.append(span) }) {
    case .none: return
    case .first: Task.detached(priority: .utility) { self.countWaiting() }
    // The task is too slow. Counting the spans here loses none of them and limits the memory.
    case .tooMany: countWaiting()
    }
  }

  /// Returns the histograms of the kinds that have spans.
  func read() -> [(family: SpanFamily, reading: InstrumentReading)] {
    countWaiting()
    let tables = tables.withLock { $0 }
    return zip(SpanFamily.all, tables).map { family, table in
      (
        family,
        InstrumentReading(points: table.points { .histogram($0) }, overflow: table.overflow)
      )
    }
  }

  /// Counts the waiting spans.
  ///
  /// They are removed while the tables are locked, so that a later reader finds them in the tables.
  private func countWaiting() {
    tables.withLock { tables in
      while let batch = waiting.withLock({ $0.takeBatch() }) {
        for span in batch { Self.count(span, in: &tables) }
      }
    }
  }

  private static func count(_ span: TraceSpan, in tables: inout [Table]) {
    let index = SpanFamily.index(of: span.kind)
    let seconds = span.duration.inSeconds
    tables[index].update(SpanFamily.all[index].series(of: span)) { $0.record(seconds) }
  }
}

/// The spans that have ended and have not been counted.
struct WaitingSpans: Sendable {
  /// The number of batches that are full.
  enum Filled {
    /// No batch became full.
    case none
    /// A batch became full, and it is the only one.
    case first
    /// There are so many full batches that they must be counted immediately.
    case tooMany
  }

  static let batchSize = 512
  static let maximumBatches = 32

  private var full: [[TraceSpan]] = []
  private var latest: [TraceSpan] = []

  /// Stores a span.
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

  /// Removes and returns the oldest batch, or `nil` if no span is waiting.
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
