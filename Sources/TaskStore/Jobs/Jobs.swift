package import RecordFormat
import Spelling
public import TaskKit
import ToolkitTrace

/// The jobs of a manager's store: work with a payload, which is stored until a process has done it.
///
/// ```swift
/// try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))
/// let id = try await Jobs.enqueue("SendInvoice", Invoice(number: 7), at: .now + .seconds(60))
/// for await state in Jobs.states(of: id) { print(state) }
/// ```
///
/// The static functions use `TaskManager.shared`. For another manager, use `TaskManager.jobs`.
///
/// - Concurrency: May be used from any task.
public struct Jobs: Sendable {
  let manager: TaskManager

  /// The jobs of the shared manager.
  static var shared: Jobs { TaskManager.shared.jobs }

  // MARK: - Enqueueing

  /// Stores a job, which one of the processes runs when it is due.
  ///
  /// ```swift
  /// try await Jobs.enqueue("SendInvoice", invoice, .retry(attempts: 2), .tags("customer-7"))
  /// try await Jobs.enqueue("SendInvoice", invoice, in: .sqlite(connection))
  /// ```
  ///
  /// In a transaction of the caller, the job and the caller's other changes are committed or rolled
  /// back together. If this method throws, roll back the transaction. With PostgreSQL, processes are
  /// notified of the job immediately. With SQLite, they find it within a second.
  ///
  /// - Parameters:
  ///   - name: The name of its declaration, `#job`. If it is declared only in other processes, also
  ///     pass the queue.
  ///   - payload: The payload, with the type of the declaration.
  ///   - traits: Additional traits of this job, which follow the traits of the declaration.
  ///   - time: The time at which it is due.
  ///   - priority: The priority. If several jobs are due, jobs with a higher priority run earlier.
  ///     The default is the priority of the declaration, or 0.
  ///   - queue: The queue of a job that is declared only in other processes.
  ///   - transaction: A transaction of the caller in the store's database, or `nil` for one of the
  ///     store.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The identifier of the job, or of the job that holds its key.
  /// - Throws: A ``TaskStoreError`` if no store is set, the job is unknown, the payload has another
  ///   type, or the transaction does not belong to the store's database. Or an error of the store or
  ///   the driver.
  @discardableResult
  public func enqueue<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, _ traits: JobTrait<Payload>..., at time: JobTime = .now,
    priority: Int? = nil, queue: String? = nil, in transaction: (any JobTransaction)? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await store(
      name, [payload], traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with one name, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public func enqueue<Payload: Codable & Sendable>(
    _ name: String, all payloads: [Payload], _ traits: JobTrait<Payload>...,
    at time: JobTime = .now, priority: Int? = nil, queue: String? = nil,
    in transaction: (any JobTransaction)? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await store(
      name, payloads, traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }

  /// Stores a job with a list of traits, for a wire.
  package func enqueue<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, _ traits: [JobTrait<Payload>], queue: String?,
    at location: CodeLocation
  ) async throws {
    _ = try await store(name, [payload], traits, at: .now, nil, queue, in: nil, location)
  }

  /// Stores jobs with one name, all of them or none.
  func store<Payload: Codable & Sendable>(
    _ name: String, _ payloads: [Payload], _ traits: [JobTrait<Payload>], at time: JobTime,
    _ priority: Int?, _ queue: String?, in transaction: (any JobTransaction)?,
    _ location: CodeLocation
  ) async throws -> [JobID] {
    let work = try work(at: location)
    let jobs = try newJobs(name, payloads, traits, at: time, priority, queue, in: work, location)
    return try await work.add(jobs, in: transaction, at: location)
  }

  /// Returns jobs with one name, by the rules of its declaration and additional traits.
  func newJobs<Payload: Codable & Sendable>(
    _ name: String, _ payloads: [Payload], _ traits: [JobTrait<Payload>], at time: JobTime,
    _ priority: Int?, _ queue: String?, in work: JobWork, _ location: CodeLocation
  ) throws -> [NewJob] {
    let handler = work.handlers.all[name]
    let traceParent = Trace.currentLink?.traceParent
    return try payloads.map { payload in
      var job: NewJob
      if let handler {
        guard let new = try handler.makeJob(payload, traits, time, priority, location) else {
          throw TaskStoreError(
            .unfitPayload,
            """
            the job '\(name)' (\(handler.location)) takes payloads of type '\(handler.payload)', \
            not '\(Payload.self)': pass such a value.
            """,
            at: location)
        }
        job = new
      } else {
        guard let queue else { throw unknown(name, in: work, at: location) }
        job = try JobRules<Payload>().makeJob(
          payload, traits, name: name, queue: queue, dueTime: time, priority: priority, at: location
        )
      }
      job.traceParent = traceParent
      return job
    }
  }

  func unknown(
    _ name: String, in work: JobWork, at location: CodeLocation?
  ) -> TaskStoreError {
    let nearest = EditDistance.nearest(to: name, among: work.handlers.all.keys.sorted(), atMost: 1)
      .first
    let suggestion = nearest.map { "did you mean '\($0)'?" } ?? "declare it with '#job'."
    var error = TaskStoreError(
      .unknownJob,
      """
      no job '\(name)' is declared in this process: \(suggestion) If another process declares it, \
      name its queue with 'queue:'.
      """,
      at: location)
    error.job = name
    return error
  }

  // MARK: - Handlers

  /// Adds a job at run time, as `#job` does at compile time.
  ///
  /// - Throws: A ``TaskStoreError`` if no store is set, or if the name is already used.
  public func handle<Payload: Codable & Sendable>(
    _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
    fileID: String = #fileID, line: Int = #line,
    run: @escaping @Sendable (Payload, JobContext) async throws -> Void
  ) throws {
    let location = CodeLocation(fileID: fileID, line: line)
    let handler = JobHandler(name, queue: queue, traits, at: location) { payload, context in
      try await run(payload, context)
      return nil
    }
    try add(handler)
  }

  /// Adds a job with a result at run time, as `#job` does at compile time.
  ///
  /// - Throws: A ``TaskStoreError`` if no store is set, or if the name is already used.
  public func handle<Payload: Codable & Sendable, Result: Codable & Sendable>(
    _ name: String, queue: String = "default", _ traits: JobTrait<Payload>...,
    fileID: String = #fileID, line: Int = #line,
    run: @escaping @Sendable (Payload, JobContext) async throws -> Result
  ) throws {
    let location = CodeLocation(fileID: fileID, line: line)
    let handler = JobHandler(name, queue: queue, traits, at: location) { payload, context in
      try JobJSON.text(try await run(payload, context))
    }
    try add(handler)
  }

  /// Adds a job with a list of traits, for a test.
  package func handle<Payload: Codable & Sendable>(
    _ name: String, traits: [JobTrait<Payload>],
    run: @escaping @Sendable (Payload, JobContext) async throws -> Void
  ) throws {
    let location = CodeLocation(fileID: #fileID, line: #line)
    try add(
      JobHandler(name, queue: "default", traits, at: location) { payload, context in
        try await run(payload, context)
        return nil
      })
  }

  /// The jobs that were added at run time, sorted by name, except the jobs of this process only.
  package var added: [(name: String, queue: String, location: CodeLocation)] {
    guard let work = scheduling?.jobs else { return [] }
    return work.handlers.added.filter { $0.queue != work.ownQueue }
      .map { ($0.name, $0.queue, $0.location) }
  }

  func add(_ handler: JobHandler) throws {
    let work = try work(at: handler.location)
    try FireQueue.reject(handler.name, handler.queue, at: handler.location)
    guard work.handlers.add(handler) else {
      throw TaskStoreError(
        .duplicateJob,
        "a job '\(handler.name)' already exists: rename one of the two.",
        at: handler.location)
    }
    work.worker.wake()
  }

  /// Stops starting jobs in this process, and waits for running jobs.
  ///
  /// At the time limit, running jobs are cancelled and returned, so that other processes can run
  /// them. If a job still runs a second later, it is reported. It runs again when its lease has
  /// ended.
  ///
  /// `TaskManager.terminate()` and the host of an app call this method.
  ///
  /// - Parameter limit: The time limit for running jobs.
  public func drain(within limit: Duration) async {
    guard let work = scheduling?.jobs else { return }
    await work.worker.drain(within: limit)
    await work.task.value
  }

  // MARK: - The store

  private var scheduling: StoreScheduling? { manager.durableScheduling as? StoreScheduling }

  func work(at location: CodeLocation?) throws(TaskStoreError) -> JobWork {
    guard let scheduling else {
      throw TaskStoreError(
        .noJobs,
        """
        no store for jobs is open: call 'try await TaskManager.shared.use(.sqlite(at: \
        "tasks.sqlite"))' first.
        """,
        at: location)
    }
    return scheduling.jobs
  }
}

extension TaskManager {
  /// The jobs of the manager's store.
  public var jobs: Jobs { Jobs(manager: self) }
}

/// The parts of a process that work on jobs.
struct JobWork: Sendable {
  let store: any TaskStore
  let handlers: JobHandlers
  let worker: JobWorker
  let task: Task<Void, Never>

  /// Stores jobs, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the jobs.
  func add(
    _ jobs: [NewJob], in transaction: (any JobTransaction)?, at location: CodeLocation
  ) async throws -> [JobID] {
    if let transaction {
      let store = try store.transactional(at: location)
      return jobs.isEmpty ? [] : try await store.enqueue(jobs, in: transaction, at: location)
    }
    guard !jobs.isEmpty else { return [] }
    let ids = try await store.enqueue(jobs).map(\.id)
    worker.wake()
    return ids
  }
}

// The same functions for the jobs of `TaskManager.shared`.
extension Jobs {
  /// Stores a job, which one of the processes runs when it is due.
  ///
  /// - Returns: The identifier of the job, or of the job that holds its key.
  @discardableResult
  public static func enqueue<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, _ traits: JobTrait<Payload>..., at time: JobTime = .now,
    priority: Int? = nil, queue: String? = nil, in transaction: (any JobTransaction)? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await shared.store(
      name, [payload], traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with one name, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public static func enqueue<Payload: Codable & Sendable>(
    _ name: String, all payloads: [Payload], _ traits: JobTrait<Payload>...,
    at time: JobTime = .now, priority: Int? = nil, queue: String? = nil,
    in transaction: (any JobTransaction)? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await shared.store(
      name, payloads, traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }

  /// Returns a job, or `nil` if its identifier is unknown or the record was removed.
  public static func job(_ id: JobID) async throws -> JobRecord? { try await shared.job(id) }

  /// Returns the jobs that match a filter, starting with the latest.
  public static func list(_ filter: JobFilter = JobFilter()) async throws -> [JobRecord] {
    try await shared.list(filter)
  }

  /// Returns the queues that have jobs or are paused, sorted by name.
  public static func queues() async throws -> [JobQueueRecord] { try await shared.queues() }

  /// Returns the current and all following states of a job, until it has ended.
  public static func states(of id: JobID) -> AsyncStream<JobRecord.State> {
    shared.states(of: id)
  }

  /// Waits until a job has ended, and returns its record.
  public static func waitForEnd(of id: JobID) async throws -> JobRecord? {
    try await shared.waitForEnd(of: id)
  }

  /// Waits until a job has succeeded, and returns its result.
  public static func result<Result: Decodable>(
    of id: JobID, as type: Result.Type = Result.self
  ) async throws -> Result {
    try await shared.result(of: id, as: type)
  }

  /// Cancels jobs that have not ended.
  ///
  /// A running job is cancelled as soon as its process learns about it.
  @discardableResult
  public static func cancel(_ filter: JobFilter) async throws -> Int {
    try await shared.cancel(filter)
  }

  /// Cancels a job.
  @discardableResult
  public static func cancel(_ id: JobID) async throws -> Bool { try await shared.cancel(id) }

  /// Removes the records of jobs that have ended.
  @discardableResult
  public static func delete(_ filter: JobFilter) async throws -> Int {
    try await shared.delete(filter)
  }

  /// Removes the record of a job that has ended.
  @discardableResult
  public static func delete(_ id: JobID) async throws -> Bool { try await shared.delete(id) }

  /// Retries jobs that failed or were cancelled, with the full number of attempts.
  @discardableResult
  public static func retry(_ filter: JobFilter) async throws -> Int {
    try await shared.retry(filter)
  }

  /// Retries a job that failed or was cancelled.
  @discardableResult
  public static func retry(_ id: JobID) async throws -> Bool { try await shared.retry(id) }

  /// Returns the number of jobs that match a filter, up to its limit, without reading them.
  public static func count(_ filter: JobFilter) async throws -> Int {
    try await shared.count(filter)
  }

  /// Makes delayed jobs due now, for their first attempt or another one.
  @discardableResult
  public static func makeDue(_ filter: JobFilter) async throws -> Int {
    try await shared.makeDue(filter)
  }

  /// Pauses a queue in all processes.
  ///
  /// Running jobs continue.
  public static func pause(queue: String) async throws { try await shared.pause(queue: queue) }

  /// Resumes a queue in all processes.
  public static func resume(queue: String) async throws { try await shared.resume(queue: queue) }

  /// Stops starting jobs in this process, and waits for running jobs.
  public static func drain(within limit: Duration) async { await shared.drain(within: limit) }
}
