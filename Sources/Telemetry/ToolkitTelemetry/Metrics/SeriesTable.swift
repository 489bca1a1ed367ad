/// The series of a metric: a value for each combination of labels, up to a limit.
///
/// Labels often contain data, and each combination needs memory here and in every monitor.
/// Combinations that exceed the limit therefore share a series with the labels `other`.
struct SeriesTable<Key: SeriesKey, Value: Sendable>: Sendable {
  private let limit: Int
  private let initial: Value
  private var indices: [Key: Int] = [:]
  private var series: [(key: Key, value: Value)] = []

  /// The index of the series `other`, if it exists.
  private var otherIndex: Int?

  /// The number of updates of the series `other`.
  private(set) var overflow: UInt64 = 0

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of series, without the series `other`. The minimum is 1.
  ///   - initial: The value of a new series.
  init(limit: Int, initial: Value) {
    self.limit = max(1, limit)
    self.initial = initial
  }

  /// Changes the value of a series.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    change(&series[index(of: key)].value)
  }

  /// Returns the points of all series, in the order of their labels.
  func points(_ value: (Value) -> Metric.Value) -> [Metric.Point] {
    series
      .map { Metric.Point(labels: $0.key.labels, value: value($0.value)) }
      .inOrderOfLabels()
  }

  private mutating func index(of key: Key) -> Int {
    if let index = indices[key] { return index }
    guard series.count >= limit else { return append(key) }
    overflow += 1
    let index = otherIndex ?? indices[key.other] ?? append(key.other)
    otherIndex = index
    return index
  }

  private mutating func append(_ key: Key) -> Int {
    indices[key] = series.count
    series.append((key, initial))
    return series.count - 1
  }
}

extension [Metric.Point] {
  /// Returns the points in the order of their labels, by name and then by value.
  func inOrderOfLabels() -> [Metric.Point] {
    map { (labels: $0.labels.sorted { $0.key < $1.key }, point: $0) }
      .sorted { left, right in
        left.labels.lexicographicallyPrecedes(right.labels) { one, two in
          (one.key, one.value) < (two.key, two.value)
        }
      }
      .map(\.point)
  }
}
