/// Names as Prometheus has them: of letters, digits and underscores, with the unit at the end.
enum PrometheusName {
  /// The words for units in names.
  private static let units = [
    "s": "seconds", "By": "bytes", "%": "percent", "m": "meters", "V": "volts", "A": "amperes",
    "J": "joules", "g": "grams", "Cel": "celsius", "ms": "milliseconds", "us": "microseconds",
    "ns": "nanoseconds", "min": "minutes", "h": "hours", "d": "days", "KiBy": "kibibytes",
    "MiBy": "mebibytes", "GiBy": "gibibytes",
  ]

  /// Returns the name of a metric: `shop.orders`, a counter, is `shop_orders_total`.
  static func ofMetric(_ metric: Metric) -> String {
    var name = word(metric.name)
    let suffix = "_total"
    if metric.kind == .counter, name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    if let unit = unit(metric), !name.hasSuffix("_\(unit)") { name += "_\(unit)" }
    return metric.kind == .counter ? name + suffix : name
  }

  /// Returns the names that the samples of a metric have, and its own.
  static func ofSamples(_ name: String, _ kind: Metric.Kind) -> [String] {
    switch kind {
    case .counter, .gauge: [name]
    case .histogram: [name, "\(name)_bucket", "\(name)_sum", "\(name)_count"]
    }
  }

  /// Returns the labels in the order of their names.
  ///
  /// The values of labels that have one name here are joined, as the specification of
  /// OpenTelemetry has it. The label `le` of a histogram is renamed, as that is the bound.
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
    // Names with two underscores are those of Prometheus itself.
    if name.hasPrefix("__") { return "key\(name)" }
    return isHistogram && name == "le" ? "le_" : name
  }

  private static func unit(_ metric: Metric) -> String? {
    if metric.unit == "1" { return metric.kind == .gauge ? "ratio" : nil }
    // A word in braces names what is counted, and is no unit.
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
