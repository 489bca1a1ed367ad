import RecordFormat
import Synchronization
import TaskKit

/// The rules of the jobs with one name, and the function that runs them.
struct JobHandler: Sendable {
  let name: String
  let queue: String
  let location: CodeLocation
  /// The names with which earlier builds have stored jobs.
  let formerNames: [String]
  /// The queues from which jobs are claimed, including queues of earlier builds.
  let queues: [String]
  let maximumAttempts: Int
  let backoff: TaskBackoff
  let timeLimit: Duration?
  /// The task whose fires are the jobs, or `nil` for other jobs.
  var task: DurableTask?

  /// The type of the payload.
  let payload: any Any.Type
  /// The type of the result, or `nil` for a job without a result.
  let result: (any Any.Type)?

  /// Returns a job with a payload and a list of additional traits, or `nil` if their types do not
  /// match.
  let makeJob:
    @Sendable (any Sendable, (any Sendable)?, JobTime, Int?, CodeLocation) throws -> NewJob?

  /// Decodes a payload in JSON, and throws an ``UnfitJSON`` error if that is not possible.
  let read: @Sendable (String) throws -> any Sendable

  /// Runs a job with its payload in JSON, and returns its result in JSON.
  let run: @Sendable (String, JobContext) async throws -> String?

  init<Payload: Codable & Sendable>(
    _ name: String, queue: String, _ traits: [JobTrait<Payload>],
    result: (any Any.Type)? = nil, at location: CodeLocation,
    run: @escaping @Sendable (Payload, JobContext) async throws -> String?
  ) {
    var rules = JobRules<Payload>()
    for trait in traits { trait.apply(&rules) }
    self.name = name
    self.queue = queue
    self.location = location
    formerNames = rules.formerNames
    queues = [queue] + rules.formerQueues
    maximumAttempts = rules.maximumAttempts ?? 5
    backoff = rules.backoff
    timeLimit = rules.timeLimit
    payload = Payload.self
    self.result = result
    makeJob = { [rules] value, traits, due, priority, location in
      guard let payload = value as? Payload,
        let traits = (traits ?? [JobTrait<Payload>]()) as? [JobTrait<Payload>]
      else {
        return nil
      }
      return try rules.makeJob(
        payload, traits, name: name, queue: queue, dueTime: due, priority: priority, at: location)
    }
    read = { text in try JobJSON.value(text, as: Payload.self) }
    self.run = { text, context in
      try await run(try JobJSON.value(text, as: Payload.self), context)
    }
  }
}

/// The jobs that a process can run, and the limits of their queues.
///
/// - Concurrency: May be used from any thread.
final class JobHandlers: Sendable {
  private struct State {
    var added: [String: JobHandler] = [:]
    /// The handlers of fires, by their queues.
    var fires: [String: JobHandler] = [:]
    var limits: [String: JobQueueLimit] = [:]
  }

  private let state = Mutex(State())
  /// A Boolean value that indicates whether declared jobs are included.
  private let hasDeclared: Bool
  /// Returns whether a declared job is included, or `nil` if all are.
  private let isIncluded: (@Sendable (DeclaredItem) -> Bool)?

  init(hasDeclared: Bool, including isIncluded: (@Sendable (DeclaredItem) -> Bool)? = nil) {
    self.hasDeclared = hasDeclared
    self.isIncluded = isIncluded
  }

  /// The handlers by their current names.
  private var current: [String: JobHandler] {
    var declared = hasDeclared ? DeclaredJobs.handlers : [:]
    if let isIncluded {
      declared = declared.filter {
        isIncluded(DeclaredItem(name: $0.value.name, location: $0.value.location, priority: 0))
      }
    }
    return declared.merging(state.withLock { $0.added }) { _, added in added }
  }

  /// The handlers by their current and earlier names.
  var all: [String: JobHandler] { Self.withFormerNames(current) }

  /// The handlers by the names of the jobs that this process claims, including fires.
  ///
  /// A declared job with a reserved name can never be stored, and must not claim fires.
  var claimable: [String: JobHandler] {
    all.filter { FireQueue.task(of: $0.key) == nil }.merging(state.withLock { $0.fires }) { $1 }
  }

  /// Adds or replaces the handler of a task's fires.
  func addFires(_ handler: JobHandler) {
    state.withLock { $0.fires[handler.name] = handler }
  }

  /// Removes the handler of a task's fires, or of all tasks' if the task is `nil`.
  func removeFires(of task: DurableTask?) {
    state.withLock { state in
      state.fires = state.fires.filter { task != nil && $0.value.task !== task }
    }
  }

  /// Returns whether this process gives up the fires of a handler, so that another one runs them.
  func hasRemoved(_ handler: JobHandler) -> Bool {
    guard let task = handler.task else { return false }
    return state.withLock { $0.fires[handler.name]?.task !== task }
  }

  /// Adds handlers by their earlier names to handlers by their current names.
  static func withFormerNames(_ current: [String: JobHandler]) -> [String: JobHandler] {
    let former = current.values.sorted { $0.name < $1.name }
      .flatMap { handler in handler.formerNames.map { ($0, handler) } }
    // A current name precedes the earlier name of another job, which `modkit check` reports.
    return former.isEmpty ? current : current.merging(former) { first, _ in first }
  }

  /// The handlers that were added at run time, sorted by their names.
  var added: [JobHandler] {
    state.withLock { $0.added.values }.sorted { $0.name < $1.name }
  }

  /// Adds a handler.
  ///
  /// - Returns: `false` if its name is already used.
  func add(_ handler: JobHandler) -> Bool {
    guard current[handler.name] == nil else { return false }
    return state.withLock { $0.added.updateValue(handler, forKey: handler.name) == nil }
  }

  /// Returns the limit of a queue, or the default if none was set.
  func limit(of queue: String) -> JobQueueLimit {
    state.withLock { state in
      if let task = state.fires[queue]?.task {
        return JobQueueLimit(of: queue, inProcess: FireQueue.capacity, inAll: task.width)
      }
      return state.limits[queue] ?? JobQueueLimit(of: queue)
    }
  }

  func setLimit(_ limit: JobQueueLimit) {
    state.withLock { $0.limits[limit.queue] = limit }
  }
}
