import Synchronization

/// Calls a handler when the group asks the service to stop, or when the task is cancelled.
public func withTaskCancellationOrGracefulShutdownHandler<Success>(
  operation: () async throws -> Success,
  onCancelOrGracefulShutdown handler: @Sendable @escaping () -> Void
) async rethrows -> Success {
  ShutdownRequest.current?.call(handler)
  return try await withTaskCancellationHandler(operation: operation, onCancel: handler)
}

/// Returns when the group asks the service to stop.
public func gracefulShutdown() async throws {
  let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
  ShutdownRequest.current?.call { continuation.finish() }
  for await _ in requests {}
  try Task.checkCancellation()
}

/// The request to one service to stop.
final class ShutdownRequest: Sendable {
  @TaskLocal static var current: ShutdownRequest?

  private struct State {
    var isMade = false
    var handlers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// Calls a handler when the request is made, or now if it has been.
  func call(_ handler: @escaping @Sendable () -> Void) {
    let isMade = state.withLock { state in
      if !state.isMade { state.handlers.append(handler) }
      return state.isMade
    }
    if isMade { handler() }
  }

  func make() {
    let handlers = state.withLock { state in
      state.isMade = true
      return state.handlers
    }
    for handler in handlers { handler() }
  }
}
