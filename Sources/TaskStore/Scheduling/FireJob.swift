import RecordFormat
import TaskKit

/// The queues of fires, one for each task.
///
/// The name of a queue is also the name of its jobs, so that only processes with the task claim
/// them, and the width of the task is the width of the queue.
package enum FireQueue {
  /// The reserved prefix, which no other queue or job can have.
  ///
  /// As the queue of a filter, it selects the fires of all tasks.
  package static let prefix = "schedule:"

  /// Returns the queue of a task.
  package static func of(_ task: String) -> String { prefix + task }

  /// Returns the task of a queue, or `nil` if the queue has no fires.
  static func task(of queue: String) -> String? {
    queue.hasPrefix(prefix) ? String(queue.dropFirst(prefix.count)) : nil
  }

  /// Throws an error if the name of a job or its queue is reserved.
  static func reject(
    _ name: String, _ queue: String, at location: CodeLocation
  ) throws(TaskStoreError) {
    guard name.hasPrefix(prefix) || queue.hasPrefix(prefix) else { return }
    throw TaskStoreError(
      .reservedName,
      """
      the job '\(name)' of the queue '\(queue)' has a reserved name, because names that start with \
      '\(prefix)' belong to the fires of schedules: choose another one.
      """,
      at: location)
  }

  /// The maximum number of runs of a task that one process claims at once.
  static let capacity = 64
}

/// The payload of a fire's job.
///
/// The migration of earlier tables writes it, too.
struct FirePayload: Codable, Sendable {
  /// The fire time, in nanoseconds since the start of 1970.
  var time: Int64
  /// The number of the run, counted from 1, or `nil` if the task does not run.
  var number: Int?
  /// The number of fires without a run that the record accounts for, with the first of them and the
  /// reason.
  var missed: Int?
  var since: Int64?
  var reason: String?

  init(_ decided: DecidedTime) {
    time = decided.fireTime.nanoseconds
    number = decided.number
    missed = decided.missed?.count
    since = decided.missed?.since.nanoseconds
    reason = decided.missed?.reason.rawValue
  }

  var fireTime: TaskTime { TaskTime(nanoseconds: time) }

  var missedFires: MissedFires? {
    guard let missed, let reason = reason.flatMap(TaskMissReason.init) else { return nil }
    return MissedFires(count: missed, since: since.map(TaskTime.init) ?? fireTime, reason: reason)
  }

  /// The number of earlier fires that the run also covers.
  var coalesced: Int {
    guard let missed = missedFires else { return 0 }
    return missed.reason == .coalesced || missed.reason == .postponed ? missed.count : 0
  }
}

extension DecidedTime {
  /// The payload of its job, in JSON.
  public var payload: String {
    // Integers and strings can always be encoded.
    (try? JobJSON.text(FirePayload(self))) ?? ""
  }

  /// The state in which its job is stored: `waiting`, or `missed` if the task does not run.
  public var state: JobRecord.State { number == nil ? .missed : .waiting }
}

extension LedgerRecord {
  /// Reads the record of a fire from its job, or returns `nil` if it is unreadable.
  init?(_ job: JobRecord) {
    guard let task = FireQueue.task(of: job.queue),
      let fire = try? JobJSON.value(job.payload, as: FirePayload.self)
    else { return nil }
    self.init(
      task: task, fireTime: fire.fireTime,
      state: job.state.isOpen && job.state != .running ? .due : State(rawValue: job.state.rawValue),
      number: fire.number ?? 0, missed: fire.missedFires, owner: job.owner, token: job.token,
      claims: job.attempt, startTime: job.startTime, endTime: job.endTime, detail: job.detail)
  }
}

extension TaskStore {
  /// Returns the latest records of fires, starting with the latest fire time.
  ///
  /// - Parameters:
  ///   - task: The name of a task, or `nil` for all.
  ///   - limit: The maximum number of records.
  /// - Returns: The records. Unreadable ones are omitted.
  /// - Throws: An error of the store.
  public func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord] {
    try await jobs(.fires(of: task, limit: limit)).compactMap(LedgerRecord.init)
  }
}

extension JobFilter {
  /// Returns a filter for the fires of a task, or of all tasks.
  static func fires(of task: String?, limit: Int) -> JobFilter {
    JobFilter(queue: task.map(FireQueue.of) ?? FireQueue.prefix, limit: limit)
  }

  /// A Boolean value that indicates whether the filter selects fires, and no other jobs.
  var isOfFires: Bool { queue?.hasPrefix(FireQueue.prefix) ?? false }

  /// The condition on the columns `queue` and `fire` of a row, if the parameter is the queue.
  func queueCondition(_ parameter: String) -> String {
    switch queue {
    // Fires have negative identifiers, so that lists of jobs need not skip them.
    case nil: "id > 0"
    case FireQueue.prefix?: "fire IS NOT NULL"
    default: isOfFires ? "queue = \(parameter) AND fire IS NOT NULL" : "queue = \(parameter)"
    }
  }

  /// The order of the rows.
  var order: String {
    switch queue {
    case FireQueue.prefix?: "fire DESC, name"
    default: isOfFires ? "fire DESC" : "id DESC"
    }
  }
}

extension JobHandler {
  /// Creates the handler of a task's fires.
  ///
  /// The manager reports the errors of a run and does its retries, so that an attempt of the job is
  /// a claim of its fire.
  init(_ task: DurableTask, maximumClaims: Int) {
    let queue = FireQueue.of(task.storedName)
    self.init(
      queue, queue: queue, [.retry(attempts: maximumClaims)] as [JobTrait<FirePayload>],
      at: task.location
    ) { fire, context in
      let run = TaskFire(
        fireTime: fire.fireTime.date, number: fire.number ?? 0, coalesced: fire.coalesced,
        task: task.storedName, token: context.token)
      switch await task.run(run, late: max(.zero, context.startTime - fire.fireTime)) {
      case .succeeded: return nil
      case .failed(let error): throw JobEnding(kind: .discard(error.message))
      case .skipped(let reason): throw JobEnding(kind: .skip(reason))
      case .cancelled: throw CancellationError()
      }
    }
    self.task = task
  }
}

extension TaskError {
  /// Returns the error for a fire that was claimed too often without completing, because the run
  /// itself may be crashing the process.
  static func neverEnded(_ claim: JobClaim, of task: DurableTask, _ reason: String) -> TaskError {
    TaskError(
      .neverEnded,
      """
      \(claim.subject) failed: \(reason). Check whether it crashes its process, or blocks a thread \
      for longer than its lease. 'use(_:maximumClaims:)' sets the number.
      """,
      tasks: [task.storedName], at: task.location)
  }
}

extension JobClaim {
  /// The job or the fire in words, as the subject of a sentence.
  var subject: String {
    guard let task = FireQueue.task(of: queue),
      let fire = try? JobJSON.value(payload, as: FirePayload.self)
    else { return "the job \(id), '\(name)'," }
    return "the task '\(task)' for \(fire.fireTime.date)"
  }
}
