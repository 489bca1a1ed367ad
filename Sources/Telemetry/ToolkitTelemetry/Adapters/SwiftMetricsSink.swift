#if SwiftMetrics
  public import CoreMetrics
  internal import Synchronization
  public import ToolkitTrace

  /// A sink that counts and times spans in the metrics system of swift-metrics.
  ///
  /// | metric | what it has |
  /// |---|---|
  /// | counter `modularitykit.spans` | the number of spans and moments |
  /// | timer `modularitykit.span.duration` | the durations of spans; not of moments, which take no time |
  ///
  /// Both have the dimensions `kind`, `module` and `name`. Names may be many, as an app's own
  /// spans can have any: names beyond ``maximumNames`` are counted together as `other`.
  ///
  /// - Concurrency: Instruments are made and used on the thread that ends a span, with no lock
  ///   held.
  public final class SwiftMetricsSink: TraceSink {
    /// The maximum number of combinations of kind, module and name.
    public let maximumNames: Int

    private let factory: any MetricsFactory
    private let instruments = Mutex<[Series: Instruments]>([:])

    /// Makes a sink for ``Trace/attach(_:)``.
    ///
    /// - Parameters:
    ///   - maximumNames: The maximum number of combinations of kind, module and name.
    ///   - factory: The maker of counters and timers; that of the metrics system unless given,
    ///     so bootstrap the system first.
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

    /// Returns the instruments of a series, or of the names that are counted together.
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
      /// `nil` for those that are counted together.
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
