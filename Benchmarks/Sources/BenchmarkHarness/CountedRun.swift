/// What a process says that did a benchmark's work while its instructions were
/// counted.
struct CountedRun: Codable, Sendable {
  /// How many operations it did.
  var operations: Int
}
