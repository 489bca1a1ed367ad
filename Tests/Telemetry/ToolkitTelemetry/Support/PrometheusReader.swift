import ToolkitTelemetry

/// Reads the text format of Prometheus, as the page about exposition formats describes it.
struct PrometheusReader {
  struct Family: Equatable {
    var name: String
    var summary = ""
    var kind = ""
    var points: [Metric.Point] = []
  }

  struct Unreadable: Error {
    let line: String
  }

  private struct Sample {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  /// Returns the families of a text.
  static func families(in text: String) throws -> [Family] {
    var families: [Family] = []
    var samples: [Sample] = []
    func finish() {
      guard !families.isEmpty else { return }
      families[families.count - 1].points = points(samples, of: families[families.count - 1])
      samples = []
    }
    // By scalars, as "\r\n" is one character.
    for line in text.unicodeScalars.split(separator: "\n").map({ String($0) }) {
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        .map(String.init)
      switch words[0..<min(2, words.count)].joined(separator: " ") {
      case "# HELP":
        finish()
        families.append(Family(name: words[2], summary: unescaped(words[3])))
      case "# TYPE": families[families.count - 1].kind = words[3]
      default: samples.append(try sample(line))
      }
    }
    finish()
    return families
  }

  private static func sample(_ line: String) throws -> Sample {
    var rest = Array(line.unicodeScalars)[...]
    func take(until stops: String) -> String {
      let stop = rest.firstIndex { stops.unicodeScalars.contains($0) } ?? rest.endIndex
      defer { rest = rest[stop...].dropFirst() }
      return String(String.UnicodeScalarView(rest[..<stop]))
    }
    let hasLabels = line.unicodeScalars.prefix { $0 != " " }.contains("{")
    let name = take(until: hasLabels ? "{" : " ")
    var labels: [String: String] = [:]
    while hasLabels {
      let label = take(until: "=")
      guard rest.popFirst() == "\"" else { throw Unreadable(line: line) }
      var value = String.UnicodeScalarView()
      while let scalar = rest.popFirst(), scalar != "\"" {
        value.append(scalar)
        if scalar == "\\", let next = rest.popFirst() { value.append(next) }
      }
      labels[label] = unescaped(String(value))
      if rest.popFirst() == "}" { break }
    }
    let number = String(String.UnicodeScalarView(rest)).split(separator: " ").joined()
    guard let value = number == "+Inf" ? .infinity : Double(number) else {
      throw Unreadable(line: line)
    }
    return Sample(name: name, labels: labels, value: value)
  }

  private static func points(_ samples: [Sample], of family: Family) -> [Metric.Point] {
    guard family.kind == "histogram" else {
      return samples.map { Metric.Point(labels: $0.labels, value: .number($0.value)) }
    }
    var points: [Metric.Point] = []
    var (bounds, counts, before): ([Double], [UInt64], UInt64) = ([], [], 0)
    for sample in samples {
      if sample.name == family.name + "_bucket" {
        let bound = sample.labels["le"].flatMap(Double.init) ?? .infinity
        if bound.isFinite { bounds.append(bound) }
        counts.append(UInt64(sample.value) - before)
        before = UInt64(sample.value)
      } else if sample.name == family.name + "_sum" {
        points.append(
          .init(
            labels: sample.labels,
            value: .histogram(.init(bounds: bounds, counts: counts, sum: sample.value))))
        (bounds, counts, before) = ([], [], 0)
      }
    }
    return points
  }

  private static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      result.append(next == "n" ? "\n" : next)
    }
    return String(result)
  }
}
