import Synchronization

/// A value that is set once, for which tasks can wait.
///
/// - Concurrency: May be used from any thread. Waiting tasks are resumed without holding a lock.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// The value, or `nil` if it is not set yet.
  var current: Value? { state.withLock(\.value) }

  /// Sets the value, if it is not set yet.
  ///
  /// - Returns: Whether this call has set it.
  @discardableResult
  package func keep(_ value: Value) -> Bool {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>]? in
      guard state.value == nil else { return nil }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting ?? [] { continuation.resume(returning: value) }
    return waiting != nil
  }

  /// The value, after waiting until it is set.
  ///
  /// Cancellation of the waiting task has no effect.
  package var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.waiting.append(continuation) }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}
