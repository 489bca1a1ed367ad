/// Encodes metrics as an `ExportMetricsServiceRequest` of OTLP in JSON.
///
/// A counter becomes a monotonic sum. Counters and histograms are cumulative: each request contains
/// the counts since the start, so no counts are lost if a request is lost.
struct MetricsRequest: Sendable {
  /// The number of `AGGREGATION_TEMPORALITY_CUMULATIVE`.
  private static let cumulative: Int32 = 2

  private let envelope: RequestEnvelope
  private let start: Int64

  /// Creates an encoder for metrics of a resource.
  ///
  /// `start` is the time at which counting started, in nanoseconds since 1970-01-01 00:00 UTC.
  init(since start: Int64, resource: TelemetryResource) {
    self.start = start
    envelope = RequestEnvelope(resource)
  }

  /// Returns the metrics without points whose value does not match the kind of the metric, and
  /// without metrics that have no points.
  ///
  /// A collector would reject the whole request because of one of these.
  static func exportable(_ metrics: [Metric]) -> [Metric] {
    metrics.compactMap { metric in
      var metric = metric
      metric.points.removeAll { $0.value.isHistogram != (metric.kind == .histogram) }
      return metric.points.isEmpty ? nil : metric
    }
  }

  /// Encodes the values of metrics at this time, without a newline.
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
  /// A Boolean value that indicates whether this is the value of a histogram.
  fileprivate var isHistogram: Bool {
    if case .histogram = self { true } else { false }
  }
}

extension Metric.Kind {
  /// The member of `Metric` in OTLP for metrics of this kind.
  fileprivate var member: StaticString {
    switch self {
    case .counter: "sum"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }
}
