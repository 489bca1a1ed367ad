import Synchronization

/// Names something that waits, and tells who came first.
struct Ticket: Hashable, Comparable, Sendable {
  private static let count = Atomic<UInt64>(0)

  private let number: UInt64

  /// A ticket that no one else has, greater than all before it.
  static func next() -> Ticket {
    Ticket(number: count.add(1, ordering: .relaxed).newValue)
  }

  static func < (left: Ticket, right: Ticket) -> Bool {
    left.number < right.number
  }
}
