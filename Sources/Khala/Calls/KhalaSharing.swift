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

extension Khala {
  /// Calls the routing function where it belongs and waits for its result, together
  /// with others who ask for the same at the same time.
  ///
  /// ```swift
  /// let user: User = try await Khala(str: "kl://User/fetch?id=5")!.callAsync(sharing: .identical)
  /// ```
  ///
  /// The first call begins it and the others join; all get its result, or its error
  /// with their own source locations. A caller that is cancelled leaves at once, with an
  /// error of code ``KhalaError/Code/cancelled``; when the last has left, the call itself
  /// is cancelled. Interceptors are asked once. A call that comes when it is over begins
  /// anew: nothing is kept.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - sharing: Which calls share one execution.
  /// - Returns: What the function returns.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  /// - Concurrency: The shared call runs in a task of its own, which has the
  ///   priority and the task-local values of the first caller. Calls with different
  ///   stubs are not the same.
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
        // A call of its own: the first caller may have left, and may change the one that
        // it made.
        let node = KhalaNode(request.contents, isExternal: key.isExternal)
        let call = Khala(node, caller: caller)
        return try await call.callAsync(as: Result.self)
      }
    } catch {
      throw error.at(caller)
    }
  }
}

/// A call that has nothing but its URL.
struct SharedRequest: Sendable {
  let address: RouteAddress
  let items: [RouteQueryItem]
  /// The canonical text of both.
  let url: String

  /// The contents of such a call.
  var contents: CallContents { CallContents(address: address, otherItems: items) }
}

extension CallContents {
  /// The request of the call, if that is all in its URL.
  var sharedRequest: SharedRequest? {
    guard given.isEmpty else { return nil }
    var parts = address.parts
    parts.queryItems = query
    guard let url = try? parts.canonicalText() else { return nil }
    return SharedRequest(address: address, items: query, url: url)
  }
}

/// Which calls share one execution.
public struct KhalaSharing: Sendable, Hashable {
  private enum Kind { case nothing, identical }

  private let kind: Kind

  /// Each call is made by itself.
  public static let none = KhalaSharing(kind: .nothing)

  /// Calls that are the same and under way at the same time are made once.
  ///
  /// The same are those of one URL, with the same query in the same order, that
  /// ask for a result of one type. Calls with `params` or closures are never
  /// shared, as there is no way to tell whether two of those are the same.
  public static let identical = KhalaSharing(kind: .identical)
}
