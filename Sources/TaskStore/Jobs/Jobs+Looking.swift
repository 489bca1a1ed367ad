import ToolkitTrace

// Reading and controlling jobs.
extension Jobs {
  /// Returns a job, or `nil` if its identifier is unknown or the record was removed.
  public func job(_ id: JobID) async throws -> JobRecord? {
    try await work(at: nil).store.jobs(.ids(id)).first
  }

  /// Returns the jobs that match a filter, starting with the latest.
  public func list(_ filter: JobFilter = JobFilter()) async throws -> [JobRecord] {
    try await work(at: nil).store.jobs(filter)
  }

  /// Returns the number of jobs that match a filter, up to its limit, without reading them.
  public func count(_ filter: JobFilter) async throws -> Int {
    try await work(at: nil).store.count(filter)
  }

  /// Returns the queues that have jobs or are paused, sorted by name.
  public func queues() async throws -> [JobQueueRecord] {
    try await work(at: nil).store.queues()
  }

  /// Returns the current and all following states of a job, until it has ended.
  ///
  /// A short-lived state may be omitted. The stream continues after an outage of the store.
  public func states(of id: JobID) -> AsyncStream<JobRecord.State> {
    AsyncStream { continuation in
      let watching = Task {
        var latest: JobRecord.State?
        await follow(.ids(id)) { records in
          guard let state = records.first?.state, state != latest else { return }
          continuation.yield(state)
          latest = state
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in watching.cancel() }
    }
  }

  /// Waits until a job has ended, and returns its record.
  ///
  /// - Returns: The record, or `nil` if the store has no such job.
  /// - Throws: A `CancellationError` if the task is cancelled.
  public func waitForEnd(of id: JobID) async throws -> JobRecord? {
    var latest: JobRecord?
    await follow(.ids(id)) { latest = $0.first }
    try Task.checkCancellation()
    return latest
  }

  /// Waits until a job has succeeded, and returns its result.
  ///
  /// - Throws: A ``TaskStoreError`` if the job did not succeed, or has no such result.
  public func result<Result: Decodable>(
    of id: JobID, as type: Result.Type = Result.self
  ) async throws -> Result {
    guard let record = try await waitForEnd(of: id) else {
      throw TaskStoreError(
        .noResult, "no job \(id) exists: it never existed, or its retention has expired.")
    }
    guard record.state == .succeeded, let text = record.result else {
      let reason = record.detail.map { ": \($0)" } ?? ""
      throw TaskStoreError(
        .noResult,
        record.state == .succeeded
          ? "the job \(id), '\(record.name)', has no result: return one from its function."
          : "the job \(id), '\(record.name)', has no result, because it is "
            + "\(record.state)\(reason).")
    }
    do {
      return try JobJSON.value(text, as: type)
    } catch {
      throw TaskStoreError(
        .noResult, "the result of the job \(id), '\(record.name)', has another type: \(error).",
        underlyingError: error)
    }
  }

  /// Calls a closure with the records of jobs whenever they may have changed, until all have ended.
  func follow(_ jobs: JobFilter, _ note: ([JobRecord]) -> Void) async {
    guard let work = try? work(at: nil) else { return }
    let hints = await work.store.hints()
    let (wakes, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signal.yield()
    // Hints may be lost, and the store does not send a process hints about its own changes.
    let listening = Task { for await _ in hints { signal.yield() } }
    let pace = Task { [time = work.worker.time] in
      while (try? await time.sleep(.milliseconds(100))) != nil { signal.yield() }
    }
    defer {
      listening.cancel()
      pace.cancel()
    }
    for await _ in wakes {
      do {
        let records = try await work.store.jobs(jobs)
        note(records)
        guard records.contains(where: \.state.isOpen) else { return }
      } catch {
        // The worker reports the error, and the next read tries again.
        continue
      }
    }
  }

  /// Cancels jobs that have not ended.
  ///
  /// A running job is cancelled as soon as its process learns about it.
  ///
  /// - Returns: The number of jobs.
  @discardableResult
  public func cancel(_ filter: JobFilter) async throws -> Int {
    let work = try work(at: nil)
    defer { work.worker.wake() }
    return try await work.store.cancel(filter)
  }

  /// Retries jobs that failed or were cancelled, with the full number of attempts.
  ///
  /// - Returns: The number of jobs. A job is not retried if another job holds its key now.
  @discardableResult
  public func retry(_ filter: JobFilter) async throws -> Int {
    let work = try work(at: nil)
    defer { work.worker.wake() }
    return try await work.store.retry(filter)
  }

  /// Makes delayed jobs due now, for their first attempt or another one.
  ///
  /// - Returns: The number of jobs. Blocked steps of flows are not among them.
  @discardableResult
  public func makeDue(_ filter: JobFilter) async throws -> Int {
    let work = try work(at: nil)
    defer { work.worker.wake() }
    return try await work.store.makeDue(filter)
  }

  /// Cancels a job.
  ///
  /// - Returns: `false` if the job has ended or does not exist.
  @discardableResult
  public func cancel(_ id: JobID) async throws -> Bool { try await cancel(.ids(id)) == 1 }

  /// Retries a job that failed or was cancelled.
  ///
  /// - Returns: `false` if the job is in another state or does not exist.
  @discardableResult
  public func retry(_ id: JobID) async throws -> Bool { try await retry(.ids(id)) == 1 }

  /// Removes the records of jobs that have ended.
  ///
  /// The records of a flow are kept until all of its steps have ended. A removed job frees its key.
  ///
  /// - Returns: The number of jobs.
  @discardableResult
  public func delete(_ filter: JobFilter) async throws -> Int {
    try await work(at: nil).store.delete(filter)
  }

  /// Removes the record of a job that has ended.
  ///
  /// - Returns: `false` if the job or a step of its flow has not ended, or the job does not exist.
  @discardableResult
  public func delete(_ id: JobID) async throws -> Bool { try await delete(.ids(id)) == 1 }

  /// Pauses a queue in all processes.
  ///
  /// Running jobs continue.
  public func pause(queue: String) async throws { try await setPaused(true, queue) }

  /// Resumes a queue in all processes.
  public func resume(queue: String) async throws { try await setPaused(false, queue) }

  private func setPaused(_ isPaused: Bool, _ queue: String) async throws {
    let work = try work(at: nil)
    try await work.store.setPaused(isPaused, queue: queue)
    work.worker.wake()
  }
}
