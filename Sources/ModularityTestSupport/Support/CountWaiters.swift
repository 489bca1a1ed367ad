/// The tasks that wait until a count is reached.
///
/// A plain value: its owner keeps it beside the count, under the same lock, and
/// resumes what ``takeSatisfied(by:)`` returns after unlocking.
struct CountWaiters: Sendable {
  private var waiting: [(suspension: Suspension, count: Int)] = []

  /// Keeps `suspension` until `count` is reached.
  mutating func add(_ suspension: Suspension, until count: Int) {
    waiting.append((suspension, count))
  }

  /// Forgets a suspension whose task no longer waits.
  mutating func remove(_ suspension: Suspension) {
    waiting.removeAll { $0.suspension === suspension }
  }

  /// Takes out those for whom `count` is enough, in the order they came.
  mutating func takeSatisfied(by count: Int) -> [Suspension] {
    // What nearly every call finds, and then it costs nothing.
    guard waiting.contains(where: { $0.count <= count }) else { return [] }
    let satisfied = waiting.filter { $0.count <= count }.map(\.suspension)
    waiting.removeAll { $0.count <= count }
    return satisfied
  }
}
