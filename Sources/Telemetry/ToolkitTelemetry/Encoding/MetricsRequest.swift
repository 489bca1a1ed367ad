/// Encodes metrics as an `ExportMetricsServiceRequest` of OTLP, in JSON.
///
/// A counter is a monotonic sum, and its temporality is cumulative, as that of a histogram: each
/// request has what was counted since the start, so that a request that is lost loses no count.
struct MetricsRequest: Sendable {
  /// The number of `AGGREGATION_TEMPORALITY_CUMULATIVE`.
  private static let cumulative: Int32 = 2

  private let envelope: RequestEnvelope
  private let start: Int64

  /// Encodes metrics of a resource that are counted since a start, in nanoseconds since
  /// 1970-01-01 00:00 UTC.
  init(since start: Int64, resource: TelemetryResource) {
    self.start = start
    envelope = RequestEnvelope(resource)
  }

  /// The metrics without points whose value is not of the metric's kind, and without metrics that
  /// have no point.
  ///
  /// A collector would reject the whole request for one of them.
  static func exportable(_ metrics: [Metric]) -> [Metric] {
    metrics.compactMap { metric in
      var metric = metric
      metric.points.removeAll { $0.value.isHistogram != (metric.kind == .histogram) }
      return metric.points.isEmpty ? nil : metric
    }
  }

  /// Encodes the values of metrics at a time, without a newline.
  func encode(_ metrics: [Metric], at time: Int64) -> [UInt8] {
    envelope.encode("resourceMetrics", "scopeMetrics") { json in
      json.scope("modularitykit", "metrics") { json in
        for metric in metrics { encode(metric, at: time, in: &json) }
      }
    }
  }

  private func encode(_ metric: Metric, at time: Int64, in json: inout JSONWriter) {
    json.object { json in
      json.string(metric.name, as: "name")
      json.string(metric.summary, as: "description")
      json.string(metric.unit, as: "unit")
      json.object(as: metric.kind.member) { json in
        json.array(as: "dataPoints") { json in
          for point in metric.points {
            encode(point, of: metric.kind, at: time, in: &json)
          }
        }
        if metric.kind != .gauge {
          json.number(Self.cumulative, as: "aggregationTemporality")
        }
        if metric.kind == .counter {
          json.boolean(true, as: "isMonotonic")
        }
      }
    }
  }

  private func encode(
    _ point: Metric.Point, of kind: Metric.Kind, at time: Int64, in json: inout JSONWriter
  ) {
    json.object { json in
      json.attributes(
        point.labels.sorted { $0.key < $1.key }.map { ($0.key, AttributeValue.string($0.value)) })
      if kind != .gauge {
        json.time(min(start, time), as: "startTimeUnixNano")
      }
      json.time(time, as: "timeUnixNano")
      switch point.value {
      case .number(let number):
        json.floatingPoint(number, as: "asDouble")
      case .histogram(let histogram): encode(histogram, in: &json)
      }
    }
  }

  private func encode(_ histogram: Metric.Histogram, in json: inout JSONWriter) {
    json.quotedNumber(histogram.count, as: "count")
    json.floatingPoint(histogram.sum, as: "sum")
    json.array(as: "bucketCounts") { json in
      for count in histogram.counts { json.quotedNumber(count) }
    }
    json.array(as: "explicitBounds") { json in
      for bound in histogram.bounds { json.floatingPoint(bound) }
    }
  }
}

extension Metric.Value {
  /// A Boolean value that indicates whether it is the value of a histogram.
  fileprivate var isHistogram: Bool {
    if case .histogram = self { true } else { false }
  }
}

extension Metric.Kind {
  /// The member of OTLP's `Metric` for metrics of the kind.
  fileprivate var member: StaticString {
    switch self {
    case .counter: "sum"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }
}
