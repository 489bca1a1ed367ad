/// The text format of Prometheus, version 0.0.4.
///
/// Names and units are as the conventions of Prometheus have them:
/// `modularitykit.task.duration` in `s` is `modularitykit_task_duration_seconds`.
public enum PrometheusText {
  /// The type of the text, for the header `Content-Type`.
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Returns metrics as text.
  ///
  /// A metric whose samples have the names of an earlier metric's is left out, and a comment in
  /// the text says so: Prometheus would reject all of it.
  public static func text(of metrics: [Metric]) -> String {
    var writer = PrometheusWriter()
    for metric in metrics { writer.write(metric) }
    return writer.text
  }
}

/// Writes metrics one after the other.
struct PrometheusWriter {
  /// The text so far.
  private(set) var text = ""

  /// The metric of each name of samples that has been written.
  private var owners: [String: String] = [:]

  /// Writes a metric, unless the names of its samples are taken.
  mutating func write(_ metric: Metric) {
    let name = PrometheusName.ofMetric(metric)
    let names = PrometheusName.ofSamples(name, metric.kind)
    if let taken = names.first(where: { owners[$0] != nil }), let owner = owners[taken] {
      text += "# '\(escaped(metric.name))' is left out: '\(escaped(owner))' has \(taken), too.\n"
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

  /// Returns a number as the format has it.
  static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
    // Counts are easier to read without a fraction.
    return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private func escaped(_ text: String, quotes: Bool = false) -> String {
    var escaped = ""
    // By scalars, as a line feed is part of a character in a text with "\r\n".
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
