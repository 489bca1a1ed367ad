import RecordFormat

/// A job that is named by a type, which the modules that enqueue it and the one that declares it
/// share.
///
/// ```swift
/// struct Order: Codable, Sendable { var number: Int }
///
/// enum OrderPlaced: NamedJob {
///   typealias Payload = Order
///   static let queue = "orders"
/// }
///
/// #job(OrderPlaced.self, .retry(upTo: 8)) { (order: Order, context: JobContext) in
///   try await pack(order)
/// }
///
/// let id = try await Jobs.enqueue(OrderPlaced.self, Order(number: 7))
/// ```
///
/// A payload of another type is an error of the compiler, in the declaration and in each call. The
/// name of the job is the type's own, without those of its module and of the types around it: two
/// types of one name are two declarations of one job.
///
/// Declare a type for it that has no other purpose, such as an enumeration without cases.
public protocol NamedJob {
  /// The type of what the job is about.
  associatedtype Payload: Codable & Sendable

  /// The type of the result, which is `Codable`, or `Void` for jobs without one.
  associatedtype Result: Sendable = Void

  /// The queue that its jobs are in: `"default"`, unless the type says otherwise.
  static var queue: String { get }
}

extension NamedJob {
  /// The queue that is named `"default"`.
  public static var queue: String { "default" }

  /// The name of the job.
  ///
  /// It is no requirement, so that a type cannot have another than `#job` reads.
  static var jobName: String { "\(Self.self)" }
}

// Jobs that are named by a type.
extension Jobs {
  /// Stores a job that is named by a type, which one of the processes runs when it is due.
  ///
  /// It can be declared in other processes only: its queue is that of the type then, and it has no
  /// unique key.
  ///
  /// - Parameters:
  ///   - kind: The type that names the job.
  ///   - payload: What the job is about.
  ///   - traits: Further traits of this job, after those of the declaration.
  ///   - time: When it is due.
  ///   - priority: Of jobs that are due, one of a greater priority runs earlier. Without one, it
  ///     has that of the declaration, or 0.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: The identifier of the job, or of the one that has its key.
  /// - Throws: A ``TaskStoreError`` if there is no store, or an error of the store.
  @discardableResult
  public func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs that are named by a type, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue,
      CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a job that is named by a type at run time, as `#job` declares one.
  ///
  /// - Throws: A ``TaskStoreError`` if there is no store, or a job of the name.
  public func handle<Kind: NamedJob>(
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

  /// Adds a job with a result that is named by a type at run time, as `#job` declares one.
  ///
  /// - Throws: A ``TaskStoreError`` if there is no store, or a job of the name.
  public func handle<Kind: NamedJob>(
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

  /// Stores a job that is named by a type, which one of the processes runs when it is due.
  ///
  /// - Returns: The identifier of the job, or of the one that has its key.
  @discardableResult
  public static func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await shared.store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs that are named by a type, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public static func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await shared.store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue,
      CodeLocation(fileID: fileID, line: line))
  }
}
