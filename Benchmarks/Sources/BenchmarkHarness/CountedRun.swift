/// What a process says that did a benchmark's work while its instructions were
/// counted.
struct CountedRun: Codable, Sendable {
  /// How many operations it did between two marks.
  var operations: Int
}
