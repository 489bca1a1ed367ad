import RecordFormat
public import TaskKit

/// An option of a job, such as its retries, its unique key or its time limit.
///
/// ```swift
/// #job("SendInvoice", queue: "mail", .retry(attempts: 8), .unique(by: \.number)) { … }
/// ```
///
/// The traits of a declaration apply to all of its jobs. `Jobs.enqueue` takes additional traits for
/// one job, except backoffs and time limits.
public struct JobTrait<Payload>: Sendable {
  let apply: @Sendable (inout JobRules<Payload>) -> Void
}

/// The rules that result from the traits of a job.
struct JobRules<Payload>: Sendable {
  /// The maximum number of attempts, or `nil` for the default.
  var maximumAttempts: Int?
  var backoff = TaskBackoff.exponential(.seconds(5), factor: 4, upTo: .seconds(3_600))
  var timeLimit: Duration?
  var priority = 0
  var key: (@Sendable (Payload) -> String)?
  var keyLifetime: Duration?
  var keyStates: [JobRecord.State]?
  var isKeyPerQueue = false
  var replacing: NewJob.Parts = []
  var retention = Duration.seconds(3 * 86_400)
  var tags: [String] = []
  var expiry: Duration?
  var orderKey: (@Sendable (Payload) -> String)?
  /// The names and queues with which earlier builds have stored jobs.
  var formerNames: [String] = []
  var formerQueues: [String] = []
}

extension JobRules where Payload: Encodable {
  /// Returns a job with these rules and additional traits.
  func makeJob(
    _ payload: Payload, _ traits: [JobTrait<Payload>], name: String, queue: String,
    dueTime: JobTime,
    priority: Int?, at location: CodeLocation
  ) throws -> NewJob {
    var rules = self
    rules.maximumAttempts = nil
    for trait in traits { trait.apply(&rules) }
    guard rules.backoff == backoff, rules.timeLimit == timeLimit, rules.formerNames == formerNames,
      rules.formerQueues == formerQueues
    else {
      throw TaskStoreError(
        .unfitTrait,
        """
        the job '\(name)' is not stored: only its declaration can set backoff, timeout and earlier \
        names. Move '.timeout(_:)', '.formerly(_:queue:)' and the 'backoff:' of \
        '.retry(attempts:backoff:)' there.
        """,
        at: location)
    }
    try FireQueue.reject(name, queue, at: location)
    let key = rules.key?(payload)
    return NewJob(
      name: name, queue: queue, payload: try JobJSON.text(payload), dueTime: dueTime,
      priority: priority ?? rules.priority,
      key: rules.isKeyPerQueue ? key.map { "\(queue): \($0)" } : key,
      keyLifetime: rules.keyLifetime, keyStates: rules.keyStates, replacing: rules.replacing,
      retention: rules.retention, maximumAttempts: rules.maximumAttempts, tags: rules.tags,
      expiry: rules.expiry, orderKey: rules.orderKey?(payload))
  }
}

extension JobTrait {
  /// Sets the maximum number of attempts of a job, including the first one.
  ///
  /// Without this trait, a job has five attempts, with pauses of 5 s, 20 s, 80 s and 320 s. Pauses
  /// vary by a tenth, so that jobs that failed together are not retried together.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts, at least 1.
  ///   - backoff: The pauses between them, or `nil` for the pauses above. A job that is enqueued
  ///     with its own number of attempts has the pauses of its declaration.
  /// - Returns: The trait.
  public static func retry(attempts: Int, backoff: TaskBackoff? = nil) -> JobTrait {
    JobTrait {
      $0.maximumAttempts = max(1, attempts)
      $0.backoff = backoff ?? $0.backoff
    }
  }

  /// Sets the time limit of one attempt, which fails if it exceeds the limit.
  public static func timeout(_ limit: Duration) -> JobTrait {
    JobTrait { $0.timeLimit = limit }
  }

  /// Sets the priority of jobs that are enqueued without one.
  ///
  /// If several jobs are due, jobs with a higher priority run earlier.
  public static func priority(_ priority: Int) -> JobTrait {
    JobTrait { $0.priority = priority }
  }

  /// Prevents a second job with the same value while the first one has not ended.
  ///
  /// ```swift
  /// // A second change within half a minute starts the half minute again.
  /// #job("Publish", .unique(by: \.page, in: [.waiting], replacing: [.payload, .time])) { … }
  /// try await Jobs.enqueue("Publish", change, at: .now + .seconds(30))
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value of the payload, whose description is the key.
  ///   - lifetime: The time for which the first job holds the key, even after its end, or `nil` to
  ///     hold it only until its end.
  ///   - states: The states in which the first job holds the key, or `nil` for all states before
  ///     its end. It always holds the key until it starts. Without `.running`, it loses the key at
  ///     its first attempt.
  ///   - isPerQueue: Whether jobs of other queues are ignored.
  ///   - parts: The parts of the first job that a second one replaces while the first one waits.
  /// - Returns: The trait.
  public static func unique<Value>(
    by value: any KeyPath<Payload, Value> & Sendable, for lifetime: Duration? = nil,
    in states: [JobRecord.State]? = nil, perQueue isPerQueue: Bool = false,
    replacing parts: NewJob.Parts = []
  ) -> JobTrait {
    JobTrait {
      $0.key = { "\($0[keyPath: value])" }
      $0.keyLifetime = lifetime
      $0.keyStates = states
      $0.isKeyPerQueue = isPerQueue
      $0.replacing = parts
    }
  }

  /// Adds words with which to find a job in lists.
  public static func tags(_ tags: String...) -> JobTrait {
    JobTrait { $0.tags += tags }
  }

  /// Runs jobs with the same value one at a time, in all processes, in the order in which they were
  /// stored.
  ///
  /// ```swift
  /// #job("SendInvoice", .ordered(by: \.customer)) { (order: Order, context: JobContext) in … }
  /// ```
  ///
  /// Jobs with other values do not wait. A job that failed and is retried keeps its place: the jobs
  /// after it wait until it has succeeded, has failed permanently or was cancelled. A job that is
  /// retried by hand runs before the jobs after it that have not started.
  ///
  /// - Parameter value: A value of the payload, whose description is the key of the order.
  /// - Returns: The trait.
  public static func ordered<Value>(
    by value: any KeyPath<Payload, Value> & Sendable
  ) -> JobTrait {
    JobTrait { $0.orderKey = { "\($0[keyPath: value])" } }
  }

  /// Cancels a job that has not started within a time after it is due.
  public static func expires(after time: Duration) -> JobTrait {
    JobTrait { $0.expiry = max(.zero, time) }
  }

  /// Runs the jobs that earlier builds have stored under another name as well.
  ///
  /// ```swift
  /// #job("SendInvoice", .formerly("SendMail"), .retry(attempts: 8)) { … }
  /// ```
  ///
  /// New jobs are stored under the current name. Processes of the earlier build leave them to
  /// processes of this one. Remove the trait when no job with the earlier name is stored.
  ///
  /// - Parameters:
  ///   - name: The name of the job in the earlier build. If only the queue has changed, it is the
  ///     current name.
  ///   - queue: The queue of the job in the earlier build, or `nil` if it has not changed.
  /// - Returns: The trait.
  public static func formerly(_ name: String, queue: String? = nil) -> JobTrait {
    JobTrait {
      $0.formerNames.append(name)
      if let queue { $0.formerQueues.append(queue) }
    }
  }

  /// Sets how long the record of a job and its result are kept after its end.
  ///
  /// The default is three days.
  public static func keep(for retention: Duration) -> JobTrait {
    JobTrait { $0.retention = max(.zero, retention) }
  }
}
