internal import Synchronization

extension MetricRegistry {
  /// Returns the counter with this name, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - name: The name, with dots, such as `shop.orders`.
  ///   - summary: A sentence that describes the measurement.
  ///   - unit: The unit in the notation of UCUM, such as `By` or `{order}`.
  /// - Returns: The counter. Store it, because each lookup takes a lock.
  /// - Precondition: No gauge or histogram has this name.
  public func counter(_ name: String, _ summary: String, unit: String = "") -> MetricCounter {
    instrument(name, summary, unit) { MetricCounter(limit: seriesLimit) }
  }

  /// Returns the gauge with this name, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - name: The name, with dots, such as `shop.visitors`.
  ///   - summary: A sentence that describes the measurement.
  ///   - unit: The unit in the notation of UCUM, such as `By` or `{visitor}`.
  /// - Returns: The gauge. Store it, because each lookup takes a lock.
  /// - Precondition: No counter or histogram has this name.
  public func gauge(_ name: String, _ summary: String, unit: String = "") -> MetricGauge {
    instrument(name, summary, unit) { MetricGauge(limit: seriesLimit) }
  }

  /// Returns the histogram with this name, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - name: The name, with dots, such as `shop.payment.duration`.
  ///   - summary: A sentence that describes the measurement.
  ///   - unit: The unit in the notation of UCUM. The default is seconds.
  ///   - bounds: The upper bounds of the ranges. Later calls do not change them.
  /// - Returns: The histogram. Store it, because each lookup takes a lock.
  /// - Precondition: No counter or gauge has this name.
  public func histogram(
    _ name: String, _ summary: String, unit: String = "s",
    bounds: [Double] = Metric.Histogram.durationBounds
  ) -> MetricHistogram {
    instrument(name, summary, unit) { MetricHistogram(bounds: bounds, limit: seriesLimit) }
  }

  /// Adds a closure that is called whenever metrics are collected, for values that are stored
  /// elsewhere.
  ///
  /// - Parameter source: Returns metrics. It is called in the collecting task and should be fast,
  ///   because all other metrics wait for it.
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
        the metric '\(name)' is already a \(entry.instrument.kind.rawValue) ('\(entry.summary)'); \
        choose another name
        """)
    }
    return instrument
  }
}

/// The counts of measured values in ranges, for each combination of labels.
///
/// ```swift
/// let payments = metrics.histogram("shop.payment.duration", "The time that payments take.")
/// payments.record(.milliseconds(120), ["bank": "north"])
/// ```
///
/// - Concurrency: Can be used from any thread.
public final class MetricHistogram: Sendable {
  private let table: Mutex<SeriesTable<NamedLabels, Metric.Histogram>>

  init(bounds: [Double], limit: Int) {
    table = Mutex(SeriesTable(limit: limit, initial: Metric.Histogram(bounds: bounds)))
  }

  /// Counts a value.
  ///
  /// If it is not a number, it is ignored.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - labels: The labels by name. Use few different values, and no identifiers or texts.
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
