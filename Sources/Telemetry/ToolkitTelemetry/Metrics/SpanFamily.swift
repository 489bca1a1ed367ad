internal import ToolkitTrace

/// A histogram of the durations of spans, with its name and the kind of its spans.
struct SpanFamily: Sendable {
  /// The kind, or `nil` for all kinds without their own histogram.
  let kind: TraceKind?

  /// The name of the metric.
  let name: String

  /// The summary of the metric.
  let summary: String

  /// The histograms.
  ///
  /// The last one is for all other kinds.
  static let all: [SpanFamily] = [
    SpanFamily(
      .event, "event", "The duration of events and of their callbacks."
    ),
    SpanFamily(.route, "call", "The duration of route calls and of their interceptors."),
    SpanFamily(
      .relay, "relay", "The duration of relay observers, and of wires that set a relay."),
    SpanFamily(.task, "task", "The duration of tasks, and of task runs by their occasion."),
    SpanFamily(.job, "job", "The duration of job attempts."),
    SpanFamily(.wire, "wire", "The duration of the delivery of a value by a wire."),
    SpanFamily(nil, "span", "The duration of other traced work."),
  ]

  private init(_ kind: TraceKind?, _ word: String, _ summary: String) {
    self.kind = kind
    name = "modularitykit.\(word).duration"
    self.summary = summary
  }

  /// Returns the index of the histogram for a kind.
  static func index(of kind: TraceKind) -> Int {
    // Comparing short words is faster than hashing them.
    all.firstIndex { $0.kind == kind } ?? all.count - 1
  }

  /// Returns the labels of a span.
  func series(of span: TraceSpan) -> SpanSeries {
    var series = SpanSeries(name: span.name, module: span.module)
    if kind == nil { series.kind = span.kind.rawValue }
    if kind == .job {
      let attributes = span.attributes
      series.attempt = SpanSeries.Attempt(
        queue: attributes["queue"] ?? "", outcome: attributes["outcome"] ?? "")
    }
    return series
  }
}

/// The labels of a span in the histogram of its kind.
struct SpanSeries: SeriesKey {
  /// The name of the work.
  var name: String

  /// The module that did the work.
  var module: String

  /// The kind, if it has no histogram of its own.
  var kind: String?

  /// The additional labels of an attempt to run a job, or `nil` for other spans.
  var attempt: Attempt?

  /// The labels that only the spans of job attempts have.
  struct Attempt: Hashable, Sendable {
    var queue: String
    var outcome: String
  }

  var labels: [String: String] {
    var labels = ["name": name, "module": module]
    labels["kind"] = kind
    labels["queue"] = attempt?.queue
    labels["outcome"] = attempt?.outcome
    return labels
  }

  var other: SpanSeries {
    SpanSeries(
      name: "other", module: "other", kind: kind.map { _ in "other" },
      attempt: attempt.map { _ in Attempt(queue: "other", outcome: "other") })
  }
}
