import ModularityTestSupport
import Testing

@testable import ToolkitTelemetry

@Suite struct MetricHistogramTests {
  @Test func `A bound belongs to the range below it`() {
    var histogram = Metric.Histogram(bounds: [1, 2])
    for value in [0.5, 1, 1.5, 2, 2.5, .infinity, -1] { histogram.record(value) }
    #expect(histogram.counts == [3, 2, 2])
  }

  @Test func `Values that are no numbers are not counted`() {
    var histogram = Metric.Histogram(bounds: [1])
    histogram.record(.nan)
    #expect(histogram.count == 0)
    #expect(histogram.sum == 0)
  }

  @Test func `Bounds are put in order, each once, and infinite ones are left out`() {
    #expect(Metric.Histogram(bounds: [2, 1, .infinity, 2, .nan]).bounds == [1, 2])
  }

  @Test func `Durations are the nearest numbers of seconds`() {
    #expect(Duration.milliseconds(1).inSeconds == 0.001)
    #expect(Duration.microseconds(10).inSeconds == 0.000_01)
    #expect(Duration.seconds(-3).inSeconds == -3)
    #expect(Duration.nanoseconds(1).inSeconds == 1e-9)
  }

  @Test(arguments: 1...20) func `The range of a value is the first whose bound is not less`(
    seed: UInt64
  ) throws {
    var random = SplitMix(seed: seed)
    let bounds = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      Double(Int.random(in: -5...5, using: &random))
    }
    for _ in 0..<100 {
      var histogram = Metric.Histogram(bounds: bounds)
      let value = Double(Int.random(in: -12...12, using: &random)) / 2
      histogram.record(value)
      let expected = histogram.bounds.firstIndex { value <= $0 } ?? histogram.bounds.count
      #expect(histogram.counts.firstIndex(of: 1) == expected)
    }
  }
}
