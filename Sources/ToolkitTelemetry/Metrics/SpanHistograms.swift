internal import Synchronization
internal import ToolkitTrace

/// The sink that counts spans and their durations, in a histogram for each kind.
///
/// - Concurrency: May be used from any thread. The lock is held for a lookup and an addition.
final class SpanHistograms: QuietTraceSink {
  private typealias Table = SeriesTable<SpanSeries, Metric.Histogram>

  private let ignored: Set<TraceKind>
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
    let index = SpanFamily.index(of: span.kind)
    let series = SpanFamily.all[index].series(of: span)
    let seconds = span.duration.inSeconds
    tables.withLock { $0[index].update(series) { $0.record(seconds) } }
  }

  /// Returns the histograms of the kinds of which there were spans.
  func read() -> [(family: SpanFamily, reading: InstrumentReading)] {
    let tables = tables.withLock { $0 }
    return zip(SpanFamily.all, tables).map { family, table in
      (
        family,
        InstrumentReading(points: table.points { .histogram($0) }, overflow: table.overflow)
      )
    }
  }
}
