import Synchronization

/// The running calls that other callers may join.
///
/// - Concurrency: All decisions are made under one lock. Waiting callers are resumed and running
///   calls cancelled outside it.
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

  /// A wrapper for results, so that an `Optional` result differs from a missing one.
  private struct Landing<Value: Sendable>: Sendable {
    let value: Value
  }

  private typealias Outcome = Result<any Sendable, KhalaError>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  /// One execution and its waiting callers.
  private struct Flight: Sendable {
    let number: Int
    let task: Task<Void, Never>
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    /// The last number that a flight or a waiter got.
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

  /// Joins a running call with the same key, or starts it.
  ///
  /// - Throws: The error of the call, or a cancellation error if the waiting task is cancelled.
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
      // If the task is cancelled later, `leave` finds the waiter in the flight.
      guard !Task.isCancelled else { return false }
      if state.flights[key] == nil {
        let number = state.nextNumber()
        // Creating a task runs none of its code here.
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
      // All callers may have left, and a later call may have replaced the flight.
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

extension Khala {
  /// Calls the routing function on its actor and waits for its result, together with identical
  /// calls that run at the same time.
  ///
  /// ```swift
  /// let user: User = try await Khala(str: "kl://User/fetch?id=5")!.callAsync(sharing: .identical)
  /// ```
  ///
  /// The first call starts the execution, and the others join it. All get its result, or its error
  /// with their own source locations. A cancelled caller stops waiting immediately, with an error
  /// of code ``KhalaError/Code/cancelled``. When the last caller leaves, the execution is
  /// cancelled. Interceptors run once. Results are not cached: a later call starts a new
  /// execution.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - sharing: The rule that decides which calls share one execution.
  /// - Returns: The result of the function.
  /// - Throws: An error if the call cannot be made, or if the function fails.
  /// - Concurrency: The shared execution runs in its own task, with the priority and the task-local
  ///   values of the first caller. Calls with different stubs are not identical.
  @concurrent
  public func callAsync<Result: Sendable>(
    as type: Result.Type = Result.self, sharing: KhalaSharing
  ) async throws(KhalaError) -> Result {
    guard sharing == .identical, refusal == nil, let request = contents.sharedRequest else {
      return try await callAsync(as: Result.self)
    }
    let key = CallSharing.Key(
      url: request.url, result: ObjectIdentifier(Result.self), isExternal: isExternal,
      stub: StubScope.innermost.map { ObjectIdentifier($0) },
      state: ObjectIdentifier(KhalaState.current))
    let caller = caller
    do throws(KhalaError) {
      return try await CallSharing.process.join(key, url: contents.address.textWithoutQuery) {
        () async throws(KhalaError) -> Result in
        // Makes a separate call, because the first caller may have left, and may change its own
        // call.
        let node = KhalaNode(request.contents, isExternal: key.isExternal)
        let call = Khala(node, caller: caller)
        return try await call.callAsync(as: Result.self)
      }
    } catch {
      throw error.at(caller)
    }
  }
}

/// A call that consists of its URL only.
struct SharedRequest: Sendable {
  let address: RouteAddress
  let items: [RouteQueryItem]
  /// The canonical form of both, as a string.
  let url: String

  /// The contents of the call.
  var contents: CallContents { CallContents(address: address, otherItems: items) }
}

extension CallContents {
  /// The request, or `nil` if the call has values outside its URL.
  var sharedRequest: SharedRequest? {
    guard given.isEmpty else { return nil }
    var parts = address.parts
    parts.queryItems = query
    guard let url = try? parts.canonicalText() else { return nil }
    return SharedRequest(address: address, items: query, url: url)
  }
}

/// A rule that decides which calls share one execution.
public struct KhalaSharing: Sendable, Hashable {
  private enum Kind { case nothing, identical }

  private let kind: Kind

  /// Each call has its own execution.
  public static let none = KhalaSharing(kind: .nothing)

  /// Identical calls that run at the same time share one execution.
  ///
  /// Calls are identical if they have the same URL, the same query in the same order, and the same
  /// result type. Calls with `params` or closures are never shared, because these cannot be
  /// compared.
  public static let identical = KhalaSharing(kind: .identical)
}
