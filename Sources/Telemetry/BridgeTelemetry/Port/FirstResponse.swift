import Synchronization

/// The first of several responses, for one task that waits for it.
///
/// - Concurrency: May be set from any thread; one task waits.
final class FirstResponse: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<HTTPResponse, Never>)
    case set(HTTPResponse)
  }

  private let state = Mutex(State.empty)

  /// Sets the response, unless it has been set.
  func set(_ response: HTTPResponse) {
    let waiter = state.withLock { state -> CheckedContinuation<HTTPResponse, Never>? in
      switch state {
      case .empty:
        state = .set(response)
        return nil
      case .waiting(let waiter):
        state = .set(response)
        return waiter
      case .set: return nil
      }
    }
    waiter?.resume(returning: response)
  }

  /// The response, once it is set.
  var value: HTTPResponse {
    get async {
      await withCheckedContinuation { waiter in
        let response = state.withLock { state -> HTTPResponse? in
          if case .set(let response) = state { return response }
          state = .waiting(waiter)
          return nil
        }
        if let response { waiter.resume(returning: response) }
      }
    }
  }
}
