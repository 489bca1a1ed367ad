import Synchronization

/// The tasks that wait until a count is reached.
///
/// This is a value. Its owner stores it together with the count under the same lock, and resumes
/// the result of ``takeSatisfied(by:)`` after unlocking.
struct CountWaiters: Sendable {
  private struct Entry {
    let ticket: Ticket
    let count: Int
    let waiter: Waiter
  }

  private var entries: [Entry] = []

  /// Stores a waiter until `count` is reached.
  mutating func add(_ waiter: Waiter, until count: Int, as ticket: Ticket) {
    entries.append(Entry(ticket: ticket, count: count, waiter: waiter))
  }

  /// Removes and returns a waiter, or `nil` if it was already removed.
  mutating func remove(_ ticket: Ticket) -> Waiter? {
    entries.firstIndex { $0.ticket == ticket }.map { entries.remove(at: $0).waiter }
  }

  /// Removes and returns the waiters whose count is reached, in the order in which they were added.
  mutating func takeSatisfied(by count: Int) -> [Waiter] {
    // Nearly all calls return here, at no cost.
    guard entries.contains(where: { $0.count <= count }) else { return [] }
    let satisfied = entries.filter { $0.count <= count }.map(\.waiter)
    entries.removeAll { $0.count <= count }
    return satisfied
  }
}

/// Identifies a waiter.
///
/// Tickets are ordered by the time of their creation.
struct Ticket: Hashable, Comparable, Sendable {
  private static let count = Atomic<UInt64>(0)

  private let number: UInt64

  /// Returns a unique ticket that is greater than all earlier ones.
  static func next() -> Ticket {
    Ticket(number: count.add(1, ordering: .relaxed).newValue)
  }

  static func < (left: Ticket, right: Ticket) -> Bool {
    left.number < right.number
  }
}

/// A waiting task.
///
/// The code that removes it from its container resumes it.
typealias Waiter = CheckedContinuation<Void, any Error>

/// Suspends the current task until it is resumed or cancelled.
///
/// `keep` and `withdraw` must use the same lock, and `keep` must check `Task.isCancelled` inside.
/// If `withdraw` was already called, it would not find a waiter that is stored later. The code that
/// removes the waiter resumes it, so that it is resumed exactly once.
///
/// - Parameters:
///   - keep: Stores the waiter, or returns the result with which the wait ends immediately.
///   - withdraw: Removes and returns the waiter, if it is still stored. It is called when the task
///     is cancelled, on the thread that cancels it.
/// - Throws: `CancellationError` if the task is cancelled first.
func wait(
  keep: (Waiter) -> Result<Void, any Error>?, withdraw: @Sendable () -> Waiter?
) async throws {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { (waiter: Waiter) in
      if let result = keep(waiter) { waiter.resume(with: result) }
    }
  } onCancel: {
    withdraw()?.resume(throwing: CancellationError())
  }
}
