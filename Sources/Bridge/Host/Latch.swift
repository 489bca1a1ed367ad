import Synchronization

/// A latch that opens once and stays open.
///
/// - Concurrency: May be used from any thread. Waiting tasks are resumed without holding a lock.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var lastTicket = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock(\.isOpen) }

  /// Opens the latch, and resumes all waiting tasks.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.sorted(by: { $0.key < $1.key }).map(\.value) {
      continuation.resume()
    }
  }

  /// Waits until the latch is open, or the waiting task is cancelled.
  func wait() async {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // A later cancellation finds the continuation in the table.
          if state.isOpen || Task.isCancelled { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
    }
  }
}
