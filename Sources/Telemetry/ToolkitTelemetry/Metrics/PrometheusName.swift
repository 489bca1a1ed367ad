/// Converts names to the format of Prometheus: letters, digits and underscores, with the unit at
/// the end.
enum PrometheusName {
  /// The words for units in names.
  private static let units = [
    "s": "seconds", "By": "bytes", "%": "percent", "m": "meters", "V": "volts", "A": "amperes",
    "J": "joules", "g": "grams", "Cel": "celsius", "ms": "milliseconds", "us": "microseconds",
    "ns": "nanoseconds", "min": "minutes", "h": "hours", "d": "days", "KiBy": "kibibytes",
    "MiBy": "mebibytes", "GiBy": "gibibytes",
  ]

  /// Returns the name of a metric.
  ///
  /// For example, the name of the counter `shop.orders` is `shop_orders_total`.
  static func ofMetric(_ metric: Metric) -> String {
    var name = word(metric.name)
    let suffix = "_total"
    if metric.kind == .counter, name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    if let unit = unit(metric), !name.hasSuffix("_\(unit)") { name += "_\(unit)" }
    return metric.kind == .counter ? name + suffix : name
  }

  /// Returns the names of the samples of a metric, and its own name.
  static func ofSamples(_ name: String, _ kind: Metric.Kind) -> [String] {
    switch kind {
    case .counter, .gauge: [name]
    case .histogram: [name, "\(name)_bucket", "\(name)_sum", "\(name)_count"]
    }
  }

  /// Returns the labels in the order of their names.
  ///
  /// If several labels have the same name in this format, their values are joined, as the
  /// specification of OpenTelemetry requires. The label `le` of a histogram is renamed, because
  /// Prometheus uses it for the bound.
  static func labels(
    _ labels: [String: String], isHistogram: Bool
  ) -> [(name: String, value: String)] {
    var values: [String: [String]] = [:]
    for (name, value) in labels.sorted(by: { $0.key < $1.key }) {
      values[label(name, isHistogram: isHistogram), default: []].append(value)
    }
    return values.sorted { $0.key < $1.key }
      .map { (name: $0.key, value: $0.value.joined(separator: ";")) }
  }

  private static func label(_ name: String, isHistogram: Bool) -> String {
    let name = word(name)
    // Names that begin with two underscores are reserved for Prometheus.
    if name.hasPrefix("__") { return "key\(name)" }
    return isHistogram && name == "le" ? "le_" : name
  }

  private static func unit(_ metric: Metric) -> String? {
    if metric.unit == "1" { return metric.kind == .gauge ? "ratio" : nil }
    // A word in braces describes the counted objects, and is not a unit.
    if metric.unit.isEmpty || metric.unit.hasPrefix("{") { return nil }
    return units[metric.unit] ?? word(metric.unit)
  }

  private static func word(_ text: String) -> String {
    let word = String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
        default: "_"
        }
      })
    return word.first.map { $0.isNumber ? "_\(word)" : word } ?? "_"
  }
}
