/// Converts metrics to the text format of Prometheus, version 0.0.4.
///
/// Names and units follow the conventions of Prometheus: `modularitykit.task.duration` in `s`
/// becomes `modularitykit_task_duration_seconds`.
public enum PrometheusText {
  /// The value of the header `Content-Type`.
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Returns metrics as text.
  ///
  /// If a metric has samples with the same names as an earlier metric, it is omitted and a comment is
  /// added to the text. Otherwise, Prometheus would reject the whole text.
  public static func text(of metrics: [Metric]) -> String {
    var writer = PrometheusWriter()
    for metric in metrics { writer.write(metric) }
    return writer.text
  }
}

/// Writes metrics in their order.
struct PrometheusWriter {
  /// The text so far.
  private(set) var text = ""

  /// The metric that uses each sample name.
  private var owners: [String: String] = [:]

  /// Writes a metric, unless the names of its samples are already used.
  mutating func write(_ metric: Metric) {
    let name = PrometheusName.ofMetric(metric)
    let names = PrometheusName.ofSamples(name, metric.kind)
    if let taken = names.first(where: { owners[$0] != nil }), let owner = owners[taken] {
      text += "# '\(escaped(metric.name))' is omitted: '\(escaped(owner))' also has \(taken).\n"
      return
    }
    for sample in names { owners[sample] = metric.name }
    if !metric.summary.isEmpty { text += "# HELP \(name) \(escaped(metric.summary))\n" }
    text += "# TYPE \(name) \(metric.kind.rawValue)\n"
    for point in metric.points { write(point, of: name, metric.kind) }
  }

  private mutating func write(_ point: Metric.Point, of name: String, _ kind: Metric.Kind) {
    let labels = PrometheusName.labels(point.labels, isHistogram: kind == .histogram)
    switch point.value {
    case .number(let number): write(name, labels, Self.text(of: number))
    case .histogram(let histogram): write(histogram, of: name, labels)
    }
  }

  private mutating func write(
    _ histogram: Metric.Histogram, of name: String, _ labels: [(name: String, value: String)]
  ) {
    var count: UInt64 = 0
    for (index, part) in histogram.counts.enumerated() {
      count += part
      let isLast = index == histogram.bounds.count
      let bound = isLast ? "+Inf" : Self.text(of: histogram.bounds[index])
      write("\(name)_bucket", labels + [("le", bound)], "\(count)")
    }
    write("\(name)_sum", labels, Self.text(of: histogram.sum))
    write("\(name)_count", labels, "\(count)")
  }

  private mutating func write(
    _ name: String, _ labels: [(name: String, value: String)], _ value: String
  ) {
    text += name
    if !labels.isEmpty {
      text += "{"
      text += labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
        .joined(separator: ",")
      text += "}"
    }
    text += " \(value)\n"
  }

  /// Returns a number in the format of Prometheus.
  static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
    // Counts are easier to read without a fraction.
    return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private func escaped(_ text: String, quotes: Bool = false) -> String {
    var escaped = ""
    // This iterates over scalars, because in "\r\n" a line feed is only a part of a character.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
