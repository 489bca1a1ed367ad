import Synchronization

/// A door that opens once and stays open.
///
/// - Concurrency: May be used from any thread. Waiting tasks are resumed with no
///   lock held.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var lastTicket = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock(\.isOpen) }

  /// Resumes all waiting tasks, and makes later ones pass at once.
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

  /// Returns when the latch is open, or the waiting task is cancelled.
  func wait() async {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // A cancellation after this look finds the continuation in the table.
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
