internal import Synchronization

extension MetricRegistry {
  /// Returns the counter of a name, which is made if there is none.
  ///
  /// - Parameters:
  ///   - name: The name, with dots, such as `shop.orders`.
  ///   - summary: A sentence that says what is measured.
  ///   - unit: The unit as UCUM writes it, such as `By` or `{order}`.
  /// - Returns: The instrument; keep it, as each lookup takes a lock.
  /// - Precondition: The name is not that of a gauge or a histogram.
  public func counter(_ name: String, _ summary: String, unit: String = "") -> MetricCounter {
    instrument(name, summary, unit) { MetricCounter(limit: seriesLimit) }
  }

  /// Returns the gauge of a name, which is made if there is none.
  ///
  /// - Parameters:
  ///   - name: The name, with dots, such as `shop.visitors`.
  ///   - summary: A sentence that says what is measured.
  ///   - unit: The unit as UCUM writes it, such as `By` or `{visitor}`.
  /// - Returns: The instrument; keep it, as each lookup takes a lock.
  /// - Precondition: The name is not that of a counter or a histogram.
  public func gauge(_ name: String, _ summary: String, unit: String = "") -> MetricGauge {
    instrument(name, summary, unit) { MetricGauge(limit: seriesLimit) }
  }

  /// Returns the histogram of a name, which is made if there is none.
  ///
  /// - Parameters:
  ///   - name: The name, with dots, such as `shop.payment.duration`.
  ///   - summary: A sentence that says what is measured.
  ///   - unit: The unit as UCUM writes it; seconds unless stated.
  ///   - bounds: The upper bounds of the ranges. Those of the first call hold.
  /// - Returns: The instrument; keep it, as each lookup takes a lock.
  /// - Precondition: The name is not that of a counter or a gauge.
  public func histogram(
    _ name: String, _ summary: String, unit: String = "s",
    bounds: [Double] = Metric.Histogram.durationBounds
  ) -> MetricHistogram {
    instrument(name, summary, unit) { MetricHistogram(bounds: bounds, limit: seriesLimit) }
  }

  /// Calls a closure whenever metrics are collected, for values that exist elsewhere.
  ///
  /// - Parameter source: Returns metrics; called in the task that collects. It should not wait
  ///   for long, as all other metrics wait for it.
  public func addSource(_ source: @escaping Source) {
    state.withLock { $0.sources.append(source) }
  }

  private func instrument<Wanted: Instrument>(
    _ name: String, _ summary: String, _ unit: String, _ make: () -> Wanted
  ) -> Wanted {
    let entry = state.withLock { state in
      if let entry = state.instruments[name] { return entry }
      let entry = Entry(summary: summary, unit: unit, instrument: make())
      state.instruments[name] = entry
      return entry
    }
    guard let instrument = entry.instrument as? Wanted else {
      preconditionFailure(
        """
        the metric '\(name)' is a \(entry.instrument.kind.rawValue) already ('\(entry.summary)'); \
        choose another name
        """)
    }
    return instrument
  }
}

/// Counts of measured values by ranges, for each combination of labels.
///
/// ```swift
/// let payments = metrics.histogram("shop.payment.duration", "The time that payments take.")
/// payments.record(.milliseconds(120), ["bank": "north"])
/// ```
///
/// - Concurrency: May be used from any thread.
public final class MetricHistogram: Sendable {
  private let table: Mutex<SeriesTable<NamedLabels, Metric.Histogram>>

  init(bounds: [Double], limit: Int) {
    table = Mutex(SeriesTable(limit: limit, initial: Metric.Histogram(bounds: bounds)))
  }

  /// Counts a value; one that is not a number is ignored.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - labels: The labels by name. Their values should be few: no identifiers, no texts.
  public func record(_ value: Double, _ labels: [String: String] = [:]) {
    table.withLock { $0.update(NamedLabels(labels: labels)) { $0.record(value) } }
  }

  /// Counts a duration, in seconds.
  public func record(_ duration: Duration, _ labels: [String: String] = [:]) {
    record(duration.inSeconds, labels)
  }
}

extension MetricHistogram: Instrument {
  var kind: Metric.Kind { .histogram }

  func read() -> InstrumentReading {
    let table = table.withLock { $0 }
    return InstrumentReading(points: table.points { .histogram($0) }, overflow: table.overflow)
  }
}
