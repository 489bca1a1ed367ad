/// The labels of a series, as the key by which a table finds it.
protocol SeriesKey: Hashable, Sendable {
  /// The labels by name.
  var labels: [String: String] { get }

  /// The key of the series for all combinations that a table has no place for.
  var other: Self { get }
}

/// Labels that a caller gives by name.
struct NamedLabels: SeriesKey {
  let labels: [String: String]

  var other: NamedLabels {
    // A series without labels would look like the sum of all others.
    guard !labels.isEmpty else { return NamedLabels(labels: ["series": "other"]) }
    return NamedLabels(labels: labels.mapValues { _ in "other" })
  }
}
