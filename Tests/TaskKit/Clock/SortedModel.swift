/// What a timing wheel must do, said in the plainest way: everything that waits, in
/// one array.
struct SortedModel {
  struct Waiting {
    let deadline: Int64
    let id: Int
  }

  private(set) var waiting: [Waiting] = []

  mutating func insert(_ id: Int, at deadline: Int64) {
    waiting.append(Waiting(deadline: deadline, id: id))
  }

  mutating func cancel(_ id: Int) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// Takes out what is due, in the order of deadlines and then of insertion.
  mutating func takeDue(at now: Int64) -> [Int] {
    let due = waiting.filter { $0.deadline <= now }
    waiting.removeAll { $0.deadline <= now }
    return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }.map(\.id)
  }

  var nextDeadline: Int64? { waiting.map(\.deadline).min() }
}
