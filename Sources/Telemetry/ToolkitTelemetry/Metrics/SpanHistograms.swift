internal import Synchronization
internal import ToolkitTrace

/// The sink that counts spans and their durations, in a histogram for each kind.
///
/// Finding the series of a span takes several times as long as ending it. The thread that ends a
/// span therefore only keeps it, and a task counts spans by the batch.
///
/// - Concurrency: May be used from any thread. A lock is held for the time of an append, another
///   while spans are counted.
final class SpanHistograms: QuietTraceSink {
  private typealias Table = SeriesTable<SpanSeries, Metric.Histogram>

  private let ignored: Set<TraceKind>
  private let waiting = Mutex(WaitingSpans())
  private let tables: Mutex<[Table]>

  /// Makes the histograms.
  ///
  /// - Parameters:
  ///   - ignored: The kinds that are not counted.
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
    // The task does not get to it in time: nothing is dropped, and memory is bounded.
    case .tooMany: countWaiting()
    }
  }

  /// Returns the histograms of the kinds of which there were spans.
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

  /// Counts the spans that wait.
  ///
  /// They are taken out within the lock of the tables, so that a reader that comes later finds
  /// them in the tables.
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
