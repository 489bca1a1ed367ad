import RecordFormat

/// A type that names a job, shared by the modules that enqueue the job and the module that declares
/// it.
///
/// ```swift
/// struct Order: Codable, Sendable { var number: Int }
///
/// enum OrderPlaced: JobKind {
///   typealias Payload = Order
///   static let queue = "orders"
/// }
///
/// #job(OrderPlaced.self, .retry(attempts: 8)) { (order: Order, context: JobContext) in
///   try await pack(order)
/// }
///
/// let id = try await Jobs.enqueue(OrderPlaced.self, Order(number: 7))
/// ```
///
/// A payload of another type is a compile-time error, in the declaration and in each call. The name
/// of the job is the name of the type itself, without its module and the types around it. Two types
/// with the same name therefore declare the same job.
///
/// Declare a type for it that has no other purpose, such as an enumeration without cases.
public protocol JobKind {
  /// The type of the value that each job gets.
  associatedtype Payload: Codable & Sendable

  /// The type of the result, which is `Codable`, or `Void` for jobs without a result.
  associatedtype Result: Sendable = Void

  /// The queue of its jobs, `"default"` unless the type declares another one.
  static var queue: String { get }
}

extension JobKind {
  /// The queue that is named `"default"`.
  public static var queue: String { "default" }

  /// The name of the job.
  ///
  /// It is not a requirement of the protocol, so that it always equals the name that `#job` reads.
  package static var jobName: String { "\(Self.self)" }
}

// Jobs with a type as their name.
extension Jobs {
  /// Stores a job with a type as its name, which one of the processes runs when it is due.
  ///
  /// The job may be declared only in other processes. It is then stored in the queue of the type,
  /// without a unique key.
  ///
  /// - Parameters:
  ///   - kind: The type that names the job.
  ///   - payload: The payload.
  ///   - traits: Additional traits of this job, which follow the traits of the declaration.
  ///   - time: The time at which it is due.
  ///   - priority: The priority. If several jobs are due, jobs with a higher priority run earlier.
  ///     The default is the priority of the declaration, or 0.
  ///   - transaction: A transaction of the caller in the store's database, or `nil` for one of the
  ///     store.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The identifier of the job, or of the job that holds its key.
  /// - Throws: A ``TaskStoreError`` if no store is set, or the transaction does not belong to the
  ///   store's database. Or an error of the store or the driver.
  @discardableResult
  public func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil, in transaction: (any JobTransaction)? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with a type as their name, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil, in transaction: (any JobTransaction)? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a job with a type as its name at run time, as `#job` does at compile time.
  ///
  /// - Throws: A ``TaskStoreError`` if no store is set, or a job has the name already.
  public func handle<Kind: JobKind>(
    _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>..., fileID: String = #fileID,
    line: Int = #line, run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Void
  ) throws where Kind.Result == Void {
    let location = CodeLocation(fileID: fileID, line: line)
    try add(
      JobHandler(kind.jobName, queue: kind.queue, traits, at: location) { payload, context in
        try await run(payload, context)
        return nil
      })
  }

  /// Adds a job with a result and with a type as its name at run time, as `#job` does at compile
  /// time.
  ///
  /// - Throws: A ``TaskStoreError`` if no store is set, or a job has the name already.
  public func handle<Kind: JobKind>(
    _ kind: Kind.Type, _ traits: JobTrait<Kind.Payload>..., fileID: String = #fileID,
    line: Int = #line,
    run: @escaping @Sendable (Kind.Payload, JobContext) async throws -> Kind.Result
  ) throws where Kind.Result: Codable {
    let location = CodeLocation(fileID: fileID, line: line)
    try add(
      JobHandler(kind.jobName, queue: kind.queue, traits, at: location) { payload, context in
        try JobJSON.text(try await run(payload, context))
      })
  }

  // MARK: - The shared manager

  /// Stores a job with a type as its name, which one of the processes runs when it is due.
  ///
  /// - Returns: The identifier of the job, or of the job that holds its key.
  @discardableResult
  public static func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil, in transaction: (any JobTransaction)? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await shared.store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with a type as their name, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public static func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil, in transaction: (any JobTransaction)? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await shared.store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }
}
