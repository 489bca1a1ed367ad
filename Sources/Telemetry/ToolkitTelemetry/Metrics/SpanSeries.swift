/// The labels of a span in the histogram of its kind.
struct SpanSeries: SeriesKey {
  /// The name of the work.
  var name: String

  /// The module that did it.
  var module: String

  /// The kind, of spans whose kind has no histogram of its own.
  var kind: String?

  /// The labels of an attempt of a job.
  var attempt: Attempt?

  /// The labels that only attempts of jobs have.
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
