public import TaskStore

/// The checks that every store must pass.
///
/// They work with any test framework. For example, with Swift Testing:
///
/// ```swift
/// @Test(arguments: TaskStoreConformance.checks)
/// func `The store conforms`(check: TaskStoreConformance.Check) async throws {
///   try await check.run(on: TaskStoreConformance.Subject(…))
/// }
/// ```
public enum TaskStoreConformance {
  /// An empty store under test.
  public struct Subject: Sendable {
    /// Returns another connection to the same records, as another process would have.
    let connect: @Sendable () async throws -> any TaskStore

    /// Advances the time of the store.
    let advance: @Sendable (Duration) async throws -> Void

    /// Creates a subject.
    ///
    /// - Parameters:
    ///   - connect: Returns a store that is not open, with the same records as all others that it
    ///     has returned.
    ///   - advance: Advances the time of the store, by moving its clock or by waiting.
    public init(
      connect: @escaping @Sendable () async throws -> any TaskStore,
      advance: @escaping @Sendable (Duration) async throws -> Void
    ) {
      self.connect = connect
      self.advance = advance
    }
  }

  /// A requirement for stores, with its check.
  public typealias Check = StoreCheck<any TaskStore>

  /// The store does not meet a requirement.
  public struct Failure: Error, CustomStringConvertible {
    /// The requirement, and the actual behavior.
    public let description: String
  }

  /// All checks.
  public static let checks: [Check] = scheduleChecks + claimChecks + ledgerChecks
}

/// A requirement for stores of a kind, with its check.
public struct StoreCheck<Store: Sendable>: Sendable, CustomStringConvertible {
  /// The requirement, as a sentence.
  public let rule: String

  let body: @Sendable (StoreBench<Store>) async throws -> Void

  /// Checks an empty store.
  ///
  /// - Throws: A ``TaskStoreConformance/Failure`` with the difference from the expected behavior,
  ///   or an error of the store.
  public func run(on subject: TaskStoreConformance.Subject) async throws {
    let stores = (try await subject.connect(), try await subject.connect())
    guard let first = stores.0 as? Store, let second = stores.1 as? Store else {
      throw TaskStoreConformance.Failure(
        description: "\(type(of: stores.0)) is no '\(Store.self)'")
    }
    try await stores.0.open()
    try await stores.1.open()
    try await body(
      StoreBench(rule: rule, store: first, other: second, advance: subject.advance))
  }

  public var description: String { rule }
}

/// The stores and the clock of a check.
struct StoreBench<Store: Sendable>: Sendable {
  let rule: String
  let store: Store
  /// Another connection to the same records.
  let other: Store
  let advance: @Sendable (Duration) async throws -> Void

  /// The lease of claims whose end no check waits for.
  static var lease: Duration { .seconds(1) }

  /// Ends the check with an error unless two values are equal.
  func expect<Value: Equatable>(
    _ what: String, _ value: Value, _ expected: Value
  ) throws(TaskStoreConformance.Failure) {
    guard value != expected else { return }
    throw TaskStoreConformance.Failure(
      description: "\(rule): \(what) is \(value), not \(expected)")
  }
}

typealias Bench = StoreBench<any TaskStore>

extension Bench {
  /// Returns a fire time of a tested task.
  func time(_ second: Int64) -> TaskTime { TaskTime(nanoseconds: second * 1_000_000_000) }

  /// Registers a task with fire times.
  func add(_ task: String, at seconds: [Int64]) async throws {
    let committed = try await store.commit([
      ScheduleChange(
        task: task, definition: "test", expected: nil,
        progress: ScheduleProgress(next: time(1_000_000), runs: seconds.count),
        decided: seconds.enumerated().map { index, second in
          DecidedTime(fireTime: time(second), number: index + 1)
        })
    ])
    try expect("the tasks that are registered", committed, [task])
  }

  /// Returns the number of unfinished fire times of a task from the view of another process.
  func unfinished(_ task: String) async throws -> Int? {
    let stored = try await other.schedules(of: [task])
    return stored.schedules[task]?.unfinished
  }

  /// Claims fire times of a task.
  func claim(
    _ task: String, width: Int = 1, as owner: String = "first", from store: (any TaskStore)? = nil,
    atMost limit: Int = 100
  ) async throws -> [TaskClaim] {
    try await (store ?? self.store).claim(
      [ClaimableTask(name: task, width: width)], as: owner, for: Self.lease, atMost: limit)
  }

  /// Claims the only fire time of a task.
  func claimOne(
    _ task: String, as owner: String = "first", from store: (any TaskStore)? = nil
  ) async throws -> TaskClaim {
    let claims = try await claim(task, as: owner, from: store)
    try expect("the number of claims of '\(owner)'", claims.count, 1)
    return claims[0]
  }

  /// Returns whether a completion is accepted.
  func complete(
    _ claim: TaskClaim, _ state: LedgerRecord.State = .succeeded, detail: String? = nil,
    in store: (any TaskStore)? = nil
  ) async throws -> Bool {
    try await (store ?? self.store).complete([
      TaskCompletion(claim: claim, state: state, detail: detail)
    ]) == [claim.token]
  }
}
