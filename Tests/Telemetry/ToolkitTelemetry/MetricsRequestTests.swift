import Foundation
import ModularityTestSupport
import Testing

@testable import ToolkitTelemetry

@Suite struct MetricsRequestTests {
  private func json(_ metrics: [Metric], at time: Int64 = 2_000) -> String {
    var resource = TelemetryResource()
    resource["service.name"] = "harbor"
    let request = MetricsRequest(since: 1_000, resource: resource)
    return String(decoding: request.encode(metrics, at: time), as: UTF8.self)
  }

  /// The metrics of a request, as JSON.
  private func objects(_ metrics: [Metric]) throws -> [[String: Any]] {
    let request = try JSONSerialization.jsonObject(with: Data(json(metrics).utf8))
    let resources = try #require(
      (request as? [String: Any])?["resourceMetrics"] as? [[String: Any]])
    let scopes = try #require(resources.first?["scopeMetrics"] as? [[String: Any]])
    return try #require(scopes.first?["metrics"] as? [[String: Any]])
  }

  @Test func `A time before 1970 is 0, and a label without a name is omitted`() {
    let metric = Metric(
      "a", "", kind: .counter, points: [.init(labels: ["": "b"], value: .number(1))])
    let text = json([metric], at: -5)
    #expect(text.contains(#""startTimeUnixNano":"0","timeUnixNano":"0""#))
    #expect(!text.contains(#""key":"""#))
  }

  @Test func `A counter is a monotonic, cumulative sum with a start`() {
    let metric = Metric(
      "modularitykit.task.runs", "Runs of tasks.", unit: "{run}", kind: .counter,
      points: [Metric.Point(labels: ["task": "Sweep", "outcome": "succeeded"], value: .number(3))])
    #expect(
      json([metric]) == """
        {"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name",\
        "value":{"stringValue":"harbor"}}]},"scopeMetrics":[{"scope":{"name":"modularitykit"},\
        "metrics":[{"name":"modularitykit.task.runs","description":"Runs of tasks.",\
        "unit":"{run}","sum":{"dataPoints":[{"attributes":[{"key":"outcome",\
        "value":{"stringValue":"succeeded"}},{"key":"task","value":{"stringValue":"Sweep"}}],\
        "startTimeUnixNano":"1000","timeUnixNano":"2000","asDouble":3.0}],\
        "aggregationTemporality":2,"isMonotonic":true}}]}],\
        "schemaUrl":"https://opentelemetry.io/schemas/1.44.0"}]}
        """)
  }

  @Test func `A gauge has neither a start nor a temporality`() throws {
    let metric = Metric(
      "queue.length", "", kind: .gauge, points: [Metric.Point(value: .number(-1.5))])
    let gauge = try #require(try objects([metric]).first?["gauge"] as? [String: Any])
    let point = try #require((gauge["dataPoints"] as? [[String: Any]])?.first)
    #expect(Set(gauge.keys) == ["dataPoints"])
    #expect(Set(point.keys) == ["timeUnixNano", "asDouble"])
    #expect(point["asDouble"] as? Double == -1.5)
  }

  @Test func `A histogram has its bounds, its counts and their sum`() throws {
    let histogram = Metric.Histogram(bounds: [0.1, 1], counts: [4, 2, 1], sum: 7.25)
    let metric = Metric(
      "task.duration", "", unit: "s", kind: .histogram,
      points: [Metric.Point(value: .histogram(histogram))])
    let object = try #require(try objects([metric]).first?["histogram"] as? [String: Any])
    let point = try #require((object["dataPoints"] as? [[String: Any]])?.first)
    #expect(object["aggregationTemporality"] as? Int == 2)
    #expect(object["isMonotonic"] == nil)
    #expect(point["count"] as? String == "7")
    #expect(point["sum"] as? Double == 7.25)
    #expect(point["bucketCounts"] as? [String] == ["4", "2", "1"])
    #expect(point["explicitBounds"] as? [Double] == [0.1, 1])
    #expect(point["startTimeUnixNano"] as? String == "1000")
  }

  @Test(arguments: [
    (Double.nan, #""NaN""#), (.infinity, #""Infinity""#), (-.infinity, #""-Infinity""#),
    (1e300, "1e+300"), (0, "0.0"), (0.1, "0.1"),
  ])
  func `Every number has a form in JSON`(number: Double, text: String) {
    let metric = Metric("a", "", kind: .gauge, points: [Metric.Point(value: .number(number))])
    #expect(json([metric]).contains(#""asDouble":\#(text)}"#))
  }

  @Test func `Any finite number is read back as it was`() throws {
    var generator = SeededGenerator(seed: 2_302)
    for _ in 0..<500 {
      let number = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
      guard number.isFinite else { continue }
      var writer = JSONWriter()
      writer.array { $0.floatingPoint(number) }
      let read = try JSONDecoder().decode([Double].self, from: Data(writer.bytes))
      #expect(read == [number])
    }
  }

  @Test func `Points that are not of their metric's kind are left out`() {
    let number = Metric.Point(value: .number(1))
    let histogram = Metric.Point(
      value: .histogram(Metric.Histogram(bounds: [], counts: [1], sum: 1)))
    let metrics = [
      Metric("a", "", kind: .counter, points: [number, histogram]),
      Metric("b", "", kind: .histogram, points: [number, histogram]),
      Metric("c", "", kind: .gauge, points: [histogram]), Metric("d", "", kind: .gauge, points: []),
    ]
    #expect(
      MetricsRequest.exportable(metrics) == [
        Metric("a", "", kind: .counter, points: [number]),
        Metric("b", "", kind: .histogram, points: [histogram]),
      ])
  }

  @Test func `A clock that was set back does not make a start come after its value`() {
    let metric = Metric("a", "", kind: .counter, points: [Metric.Point(value: .number(1))])
    #expect(
      json([metric], at: 900).contains(#""startTimeUnixNano":"900","timeUnixNano":"900""#))
  }
}
