import Synchronization

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

/// A task that waits, to be resumed by the code that removes it from where it is kept.
typealias Waiter = CheckedContinuation<Void, any Error>

/// Suspends the current task until it is resumed or cancelled.
///
/// `keep` and `withdraw` must lock the same place, and `keep` must look at
/// `Task.isCancelled` inside: `withdraw` may have been called already, and would
/// not find what is kept after it. The code that removes the waiter resumes it, so
/// that it is resumed once.
///
/// - Parameters:
///   - keep: Puts the waiter where others find it, or returns what the wait ends
///     with at once.
///   - withdraw: Takes the waiter out, if it is still kept. Called when the task
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
