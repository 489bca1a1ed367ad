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
  public typealias Check = StoreCheck

  /// The store does not meet a requirement.
  public struct Failure: Error, CustomStringConvertible {
    /// The requirement, and the actual behavior.
    public let description: String
  }

  /// All checks.
  public static let checks: [Check] = scheduleChecks + fireChecks
}

/// A requirement for stores, with its check.
public struct StoreCheck: Sendable, CustomStringConvertible {
  /// The requirement, as a sentence.
  public let rule: String

  let body: @Sendable (StoreBench) async throws -> Void

  /// Checks an empty store.
  ///
  /// - Throws: A ``TaskStoreConformance/Failure`` with the difference from the expected behavior,
  ///   or an error of the store.
  public func run(on subject: TaskStoreConformance.Subject) async throws {
    let stores = (try await subject.connect(), try await subject.connect())
    try await stores.0.open()
    try await stores.1.open()
    try await body(
      StoreBench(rule: rule, store: stores.0, other: stores.1, advance: subject.advance))
  }

  public var description: String { rule }
}

/// The stores and the clock of a check.
struct StoreBench: Sendable {
  let rule: String
  let store: any TaskStore
  /// Another connection to the same records.
  let other: any TaskStore
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

extension StoreBench {
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

  /// Claims fires of a task.
  func claimFires(
    _ task: String, width: Int = 1, from store: (any TaskStore)? = nil
  ) async throws -> [JobClaim] {
    let queue = ScheduleChange.queue(of: task)
    return try await claim([queue], queue: queue, width: width, from: store)
  }

  /// Claims the only fire of a task.
  func claimFire(_ task: String, as owner: String = "first") async throws -> JobClaim {
    let queue = ScheduleChange.queue(of: task)
    let claims = try await claim([queue], queue: queue, width: 1, as: owner)
    try expect("the number of claims of '\(owner)'", claims.count, 1)
    return claims[0]
  }
}
