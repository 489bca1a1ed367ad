import TaskKit

// The same for the jobs of `TaskManager.shared`.
extension Jobs {
  /// Stores a job, which one of the processes runs when it is due.
  ///
  /// - Returns: The identifier of the job, or of the one that has its key.
  @discardableResult
  public static func enqueue<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, at time: JobTime = .now, priority: Int? = nil,
    queue: String? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await shared.enqueue(
      name, payload, at: time, priority: priority, queue: queue, fileID: fileID, line: line)
  }

  /// Stores jobs of one name, all of them or none.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public static func enqueue<Payload: Codable & Sendable>(
    _ name: String, all payloads: [Payload], at time: JobTime = .now, priority: Int? = nil,
    queue: String? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await shared.enqueue(
      name, all: payloads, at: time, priority: priority, queue: queue, fileID: fileID, line: line)
  }

  /// Returns a job, or `nil` if there is none of the identifier, or no more.
  public static func job(_ id: JobID) async throws -> JobRecord? { try await shared.job(id) }

  /// Returns the jobs that fit a filter, the latest first.
  public static func list(_ filter: JobFilter = JobFilter()) async throws -> [JobRecord] {
    try await shared.list(filter)
  }

  /// Returns the queues that have jobs or are paused, by their names.
  public static func queues() async throws -> [JobQueueRecord] { try await shared.queues() }

  /// Returns the states of a job from now on, until it has ended.
  public static func states(of id: JobID) -> AsyncStream<JobRecord.State> {
    shared.states(of: id)
  }

  /// Waits until a job has ended, and returns its record.
  public static func end(of id: JobID) async throws -> JobRecord? { try await shared.end(of: id) }

  /// Waits until a job has succeeded, and returns its result.
  public static func result<Result: Decodable>(
    of id: JobID, as type: Result.Type = Result.self
  ) async throws -> Result {
    try await shared.result(of: id, as: type)
  }

  /// Cancels jobs that have not ended: one that runs, as soon as its process knows.
  @discardableResult
  public static func cancel(_ filter: JobFilter) async throws -> Int {
    try await shared.cancel(filter)
  }

  /// Cancels a job.
  @discardableResult
  public static func cancel(_ id: JobID) async throws -> Bool { try await shared.cancel(id) }

  /// Lets jobs that failed or were cancelled run again, with all attempts before them.
  @discardableResult
  public static func retry(_ filter: JobFilter) async throws -> Int {
    try await shared.retry(filter)
  }

  /// Lets a job that failed or was cancelled run again.
  @discardableResult
  public static func retry(_ id: JobID) async throws -> Bool { try await shared.retry(id) }

  /// Pauses a queue in all processes: jobs that run go on.
  public static func pause(queue: String) async throws { try await shared.pause(queue: queue) }

  /// Resumes a queue in all processes.
  public static func resume(queue: String) async throws { try await shared.resume(queue: queue) }

  /// Begins no more jobs in this process, and waits for those that run.
  public static func drain(within limit: Duration) async { await shared.drain(within: limit) }
}
