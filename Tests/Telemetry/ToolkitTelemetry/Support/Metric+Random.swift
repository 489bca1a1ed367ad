import ToolkitTelemetry

extension Metric {
  /// Returns a metric with texts that have to be escaped.
  static func random(number: Int, using random: inout SplitMix) -> Metric {
    let kind = Kind.allCases.randomElement(using: &random)!
    let points = (0..<Int.random(in: 1...4, using: &random)).map { index in
      Point(
        labels: ["index": "\(index)", "text": text(using: &random)],
        value: value(of: kind, using: &random))
    }
    return Metric("metric.\(number)", "A" + text(using: &random), kind: kind, points: points)
  }

  private static func value(of kind: Kind, using random: inout SplitMix) -> Value {
    let number = Double.random(in: -1e6...1e6, using: &random)
    guard kind == .histogram else { return .number(number) }
    let bounds = (0..<Int.random(in: 0...4, using: &random)).map { Double($0) / 8 }
    return .histogram(
      Histogram(
        bounds: bounds,
        counts: (0...bounds.count).map { _ in UInt64.random(in: 0...1_000, using: &random) },
        sum: number))
  }

  private static func text(using random: inout SplitMix) -> String {
    let parts = ["\\", "\"", "\n", "\r\n", "n", ",", "}", "=", " ", "#", "⚓︎", "\\n", "é"]
    return (0..<Int.random(in: 0...8, using: &random))
      .map { _ in parts.randomElement(using: &random)! }.joined()
  }
}
