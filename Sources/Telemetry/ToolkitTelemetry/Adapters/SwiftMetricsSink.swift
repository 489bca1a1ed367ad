#if SwiftMetrics
  public import CoreMetrics
  internal import Synchronization
  public import ToolkitTrace

  /// A sink that counts spans and measures their durations in the metrics system of swift-metrics.
  ///
  ///  metric | contents |
  /// ---|---|
  ///  counter `modularitykit.spans` | the number of spans, including instants |
  ///  timer `modularitykit.span.duration` | the durations of spans, without instants |
  ///
  /// Both have the dimensions `kind`, `module` and `name`. An app may have many names, because its
  /// spans can have any name. Names that exceed ``maximumNames`` are counted together as `other`.
  ///
  /// - Concurrency: Instruments are created and used on the thread that ends a span, without a
  ///   lock.
  public final class SwiftMetricsSink: TraceSink {
    /// The maximum number of combinations of kind, module and name.
    public let maximumNames: Int

    private let factory: any MetricsFactory
    private let instruments = Mutex<[Series: Instruments]>([:])

    /// Creates a sink for ``Trace/attach(_:)``.
    ///
    /// - Parameters:
    ///   - maximumNames: The maximum number of combinations of kind, module and name.
    ///   - factory: The factory of counters and timers. By default, the factory of the metrics
    ///     system, which must be bootstrapped first.
    public init(maximumNames: Int = 1_000, factory: any MetricsFactory = MetricsSystem.factory) {
      self.maximumNames = maximumNames
      self.factory = factory
    }

    public func receive(_ span: TraceSpan) {
      let instruments = instruments(for: Series(span))
      instruments.count.increment(by: 1)
      if span.duration > .zero {
        instruments.duration.recordNanoseconds(span.end.nanoseconds - span.start.nanoseconds)
      }
    }

    /// Returns the instruments of a series, or the shared ones if the limit is reached.
    private func instruments(for series: Series) -> Instruments {
      let (known, isFull) = instruments.withLock { ($0[series], $0.count >= maximumNames) }
      if let known { return known }
      if isFull, !series.isOther { return instruments(for: series.other) }
      // Without the lock, as the factory is the app's. Two threads may make the same
      // instruments: the first are kept, and the factory knows both by one label.
      let made = Instruments(of: series, by: factory)
      return instruments.withLock { instruments in
        if let known = instruments[series] { return known }
        instruments[series] = made
        return made
      }
    }
  }

  extension SwiftMetricsSink {
    /// The dimensions of a counter and a timer.
    private struct Series: Hashable {
      var kind: String
      var module: String
      /// `nil` for the series of all other names.
      var name: String?

      init(_ span: TraceSpan) {
        kind = span.kind.rawValue
        module = span.module
        name = span.name
      }

      var isOther: Bool { name == nil }

      var other: Series {
        var other = self
        other.name = nil
        return other
      }
    }

    /// The counter and the timer of a series.
    private struct Instruments: Sendable {
      let count: Counter
      let duration: CoreMetrics.Timer

      init(of series: Series, by factory: any MetricsFactory) {
        let dimensions = [
          ("kind", series.kind), ("module", series.module), ("name", series.name ?? "other"),
        ]
        count = Counter(label: "modularitykit.spans", dimensions: dimensions, factory: factory)
        duration = Timer(
          label: "modularitykit.span.duration", dimensions: dimensions, factory: factory)
      }
    }
  }
#endif
