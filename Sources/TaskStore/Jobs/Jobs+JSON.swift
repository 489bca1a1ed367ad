import RecordFormat
import ToolkitTrace

// Jobs of a person at a console, who writes payloads in JSON.
extension Jobs {
  /// The types of the payloads that this process can read, by the current and earlier names of
  /// jobs.
  ///
  /// - Throws: A ``TaskStoreError`` if no store of jobs is set.
  package func payloadTypes() throws -> [String: any Any.Type] {
    try work(at: nil).handlers.all.mapValues(\.payload)
  }

  /// Stores a job with a payload in JSON, by the rules of its declaration.
  ///
  /// The payload is decoded first, so that no process fails to read it later. A job that is declared
  /// only in other processes needs the queue, and its payload is stored as it is.
  ///
  /// - Throws: A ``TaskStoreError`` if the job is unknown, or if the payload or the queue does not
  ///   fit its declaration. Or an error of the store.
  package func enqueue(
    _ name: String, json payload: String, queue: String? = nil
  ) async throws -> EnqueuedJob {
    let work = try work(at: nil)
    var job: NewJob
    if let handler = work.handlers.all[name] {
      job = try handler.makeJob(fromJSON: payload, queue: queue)
    } else {
      guard let queue else { throw unknown(name, in: work, at: nil) }
      job = NewJob(name: name, queue: queue, payload: payload)
    }
    job.traceParent = Trace.currentLink?.traceParent
    let enqueued = try await work.store.enqueue([job])[0]
    work.worker.wake()
    return enqueued
  }

  /// Changes how many jobs of a queue this process runs at once, until it ends.
  ///
  /// - Parameters:
  ///   - count: The number, at least 1, or `nil` for the default.
  ///   - queue: The queue.
  /// - Returns: The limit of the queue with the new number.
  /// - Throws: A ``TaskStoreError`` if no store of jobs is set.
  package func setInProcess(_ count: Int?, of queue: String) throws -> JobQueueLimit {
    let work = try work(at: nil)
    var limit = work.handlers.limit(of: queue)
    limit.inProcess = count.map { max(1, $0) } ?? JobQueueLimit(of: queue).inProcess
    work.handlers.setLimit(limit)
    work.worker.wake()
    return limit
  }
}

extension JobHandler {
  /// Returns a job that is due now, with a payload in JSON.
  fileprivate func makeJob(fromJSON text: String, queue: String?) throws -> NewJob {
    if let queue, !queues.contains(queue) {
      throw TaskStoreError(
        .unfitPayload,
        "the job '\(name)' (\(location)) is of the queue '\(self.queue)': remove '\(queue)'",
        at: location)
    }
    do {
      // The payload has the type of the handler, so a job is returned.
      if let job = try makeJob(try read(text), nil, .now, nil, location) { return job }
      preconditionFailure("'\(name)' rejects a payload that it has read")
    } catch let error as UnfitJSON {
      throw TaskStoreError(
        .unfitPayload, "the payload of the job '\(name)' (\(location)) is rejected: \(error)",
        at: location, underlyingError: error)
    }
  }
}
