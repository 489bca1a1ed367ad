package import RecordFormat

/// Jobs with any names that are stored together, all of them or none.
///
/// Bridge stores the jobs of an event's durable listeners with it.
package struct JobBatch: Sendable {
  private let jobs: Jobs
  private let work: JobWork
  private let location: CodeLocation
  private var newJobs: [NewJob] = []

  fileprivate init(_ jobs: Jobs, _ work: JobWork, at location: CodeLocation) {
    self.jobs = jobs
    self.work = work
    self.location = location
  }

  /// Adds a job.
  ///
  /// - Throws: A ``TaskStoreError`` if the job is unknown or the payload has another type.
  package mutating func add<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, tag: String, queue: String?
  ) throws {
    newJobs += try jobs.newJobs(
      name, [payload], [.tags(tag)], at: .now, nil, queue, in: work, location)
  }

  /// Adds a job that only this process runs, after the jobs have been committed.
  ///
  /// It waits in a queue with the name of the process. If the process ends first, the job expires.
  ///
  /// - Parameters:
  ///   - name: The name, which decides about `run`: the first function with a name is kept.
  ///   - payload: The payload.
  ///   - tag: The tag of the job.
  ///   - run: The function that runs the job.
  /// - Throws: A ``TaskStoreError`` if an earlier job with the name has another type of payload.
  package mutating func addHere<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, tag: String,
    run: @escaping @Sendable (Payload) async throws -> Void
  ) throws {
    let queue = work.ownQueue
    if work.handlers.all[name] == nil {
      let added = work.handlers.add(
        JobHandler(
          name, queue: queue,
          [
            JobTrait<Payload>.retry(attempts: 1), .keep(for: .zero),
            .expires(after: .seconds(3_600)),
          ],
          at: location
        ) { payload, _ in
          try await run(payload)
          return nil
        })
      if added { work.worker.wake() }
    }
    try add(name, payload, tag: tag, queue: nil)
  }

  /// Stores the jobs in a transaction of the caller or, by default, of the store.
  ///
  /// - Returns: The identifiers, in the order of the jobs.
  package func store(in transaction: (any JobTransaction)? = nil) async throws -> [JobID] {
    try await work.add(newJobs, in: transaction, at: location)
  }
}

extension Jobs {
  /// Returns an empty batch.
  ///
  /// - Throws: A ``TaskStoreError`` if no store of jobs is set.
  package func batch(at location: CodeLocation) throws(TaskStoreError) -> JobBatch {
    JobBatch(self, try work(at: location), at: location)
  }

  /// Returns the type of the payload of a job, and its source location.
  package func payload(
    of name: String
  ) throws -> (type: any Any.Type, location: CodeLocation)? {
    try work(at: nil).handlers.all[name].map { ($0.payload, $0.location) }
  }
}

extension JobWork {
  /// The queue of jobs that only this process runs.
  var ownQueue: String { "\(JobQueueRecord.ownPrefix)\(worker.owner)" }
}

extension JobQueueRecord {
  /// The prefix of the queues of jobs that only one process runs, which precedes its name.
  static let ownPrefix = "events in "
}
