/// The tasks that wait until a count is reached.
///
/// A plain value: its owner keeps it beside the count, under the same lock, and
/// resumes what ``takeSatisfied(by:)`` returns after unlocking.
struct CountWaiters: Sendable {
  private struct Entry {
    let ticket: Ticket
    let count: Int
    let waiter: Waiter
  }

  private var entries: [Entry] = []

  /// Keeps a waiter until `count` is reached.
  mutating func add(_ waiter: Waiter, until count: Int, as ticket: Ticket) {
    entries.append(Entry(ticket: ticket, count: count, waiter: waiter))
  }

  /// Takes out a waiter, or returns `nil` if it has been taken out already.
  mutating func remove(_ ticket: Ticket) -> Waiter? {
    entries.firstIndex { $0.ticket == ticket }.map { entries.remove(at: $0).waiter }
  }

  /// Removes and returns those for which `count` is enough, in the order they came.
  mutating func takeSatisfied(by count: Int) -> [Waiter] {
    // What nearly every call finds, and then it costs nothing.
    guard entries.contains(where: { $0.count <= count }) else { return [] }
    let satisfied = entries.filter { $0.count <= count }.map(\.waiter)
    entries.removeAll { $0.count <= count }
    return satisfied
  }
}
