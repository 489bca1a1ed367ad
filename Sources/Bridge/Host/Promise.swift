import Synchronization

/// A value that is set once, and the tasks that wait for it.
///
/// - Concurrency: May be used from any thread. Waiting tasks are resumed with no
///   lock held.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// The value, if it has come.
  var current: Value? { state.withLock(\.value) }

  /// Sets the value, if it has none.
  ///
  /// - Returns: Whether this was the first.
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

  /// The value, once it is set, even if the waiting task is cancelled.
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
