import Synchronization

/// The calls under way that others may join.
///
/// - Concurrency: Everything is decided under one lock; waiting callers are resumed,
///   and the running call is cancelled, outside of it.
final class CallSharing: Sendable {
  /// The key that calls must have in common.
  struct Key: Hashable, Sendable {
    let url: String
    let result: ObjectIdentifier
    let isExternal: Bool
    /// The innermost stub of the caller.
    let stub: ObjectIdentifier?
    /// The process or the fresh state of the call.
    let state: ObjectIdentifier
  }

  /// A result of its own type, so that it differs from one that is an Optional.
  private struct Landing<Value: Sendable>: Sendable {
    let value: Value
  }

  private typealias Outcome = Result<any Sendable, KhalaError>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  /// One execution, and who waits for it.
  private struct Flight: Sendable {
    let number: Int
    let task: Task<Void, Never>
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    /// Numbers flights and waiters.
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  /// The shared calls of this process.
  static let process = CallSharing()

  private let state = Mutex(State())

  /// Returns the number of callers that wait for a call.
  func waiterCount(of key: Key) -> Int {
    state.withLock { $0.flights[key]?.waiters.count ?? 0 }
  }

  /// Waits for a call that is under way, or begins it.
  ///
  /// - Throws: What the call throws, or that the waiter was cancelled.
  nonisolated(nonsending) func join<Value: Sendable>(
    _ key: Key, url: String,
    _ work: @escaping @concurrent @Sendable () async throws(KhalaError) -> Value
  ) async throws(KhalaError) -> Value {
    let ticket = state.withLock { $0.nextNumber() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        add(waiter, ticket, to: key, url: url) { () async throws(KhalaError) -> any Sendable in
          Landing(value: try await work())
        }
      }
    } onCancel: {
      leave(key, ticket, url: url)
    }
    guard let landing = try outcome.get() as? Landing<Value> else {
      preconditionFailure("a call for '\(Value.self)' has landed with something else")
    }
    return landing.value
  }

  private func add(
    _ waiter: Waiter, _ ticket: Int, to key: Key, url: String,
    _ work: @escaping @concurrent @Sendable () async throws(KhalaError) -> any Sendable
  ) {
    let isIn = state.withLock { state in
      // One that is cancelled later finds itself here when it leaves.
      guard !Task.isCancelled else { return false }
      if state.flights[key] == nil {
        let number = state.nextNumber()
        // To make a task runs nothing of it here.
        let task = Task { await self.fly(key, number, work) }
        state.flights[key] = Flight(number: number, task: task)
      }
      state.flights[key]?.waiters[ticket] = waiter
      return true
    }
    if !isIn { waiter.resume(returning: .failure(.cancelled(url, CancellationError()))) }
  }

  private func fly(
    _ key: Key, _ number: Int,
    _ work: @concurrent @Sendable () async throws(KhalaError) -> any Sendable
  ) async {
    let outcome: Outcome
    do throws(KhalaError) {
      outcome = .success(try await work())
    } catch {
      outcome = .failure(error)
    }
    let waiters = state.withLock { state -> [Int: Waiter] in
      // All callers have left, and others may have begun it anew.
      guard let flight = state.flights[key], flight.number == number else { return [:] }
      state.flights[key] = nil
      return flight.waiters
    }
    for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume(returning: outcome) }
  }

  private func leave(_ key: Key, _ ticket: Int, url: String) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = state.flights[key]?.waiters.removeValue(forKey: ticket) else {
        return (nil, nil)
      }
      guard state.flights[key]?.waiters.isEmpty == true else { return (waiter, nil) }
      return (waiter, state.flights.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    waiter?.resume(returning: .failure(.cancelled(url, CancellationError())))
  }
}
