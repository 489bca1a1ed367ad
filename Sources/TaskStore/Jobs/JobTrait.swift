import RecordFormat
public import TaskKit

/// Something that holds for a job beside its name, its queue and what it does.
///
/// ```swift
/// #job("SendInvoice", queue: "mail", .retry(upTo: 8), .unique(by: \.number)) { … }
/// ```
///
/// The traits of a declaration hold for all of its jobs. `Jobs.enqueue` takes more of them for one
/// job, except pauses and a time limit.
public struct JobTrait<Payload>: Sendable {
  let apply: @Sendable (inout JobRules<Payload>) -> Void
}

/// The rules that the traits of a job give.
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
}

extension JobRules where Payload: Encodable {
  /// Returns a job by these rules and further traits.
  func makeJob(
    _ payload: Payload, _ traits: [JobTrait<Payload>], name: String, queue: String, due: JobTime,
    priority: Int?, at location: CodeLocation
  ) throws -> NewJob {
    var rules = self
    rules.maximumAttempts = nil
    for trait in traits { trait.apply(&rules) }
    guard rules.backoff == backoff, rules.timeLimit == timeLimit else {
      throw TaskStoreError(
        .unfitTrait,
        """
        the job '\(name)' is not stored: its pauses and its time limit are those of its \
        declaration. Put '.timeout(_:)' and the 'backoff:' of '.retry(upTo:backoff:)' there.
        """,
        at: location)
    }
    let key = rules.key?(payload)
    return NewJob(
      name: name, queue: queue, payload: try JobJSON.text(payload), due: due,
      priority: priority ?? rules.priority,
      key: rules.isKeyPerQueue ? key.map { "\(queue): \($0)" } : key,
      keyLifetime: rules.keyLifetime, keyStates: rules.keyStates, replacing: rules.replacing,
      retention: rules.retention, maximumAttempts: rules.maximumAttempts, tags: rules.tags,
      expiry: rules.expiry)
  }
}

extension JobTrait {
  /// Tries a job that fails again, up to a number of attempts in all.
  ///
  /// Without this trait, a job has five attempts, with pauses of 5 s, 20 s, 80 s and 320 s. A
  /// pause varies by a tenth, so that jobs that failed together are not tried again together.
  ///
  /// - Parameters:
  ///   - limit: The number of attempts, at least 1.
  ///   - backoff: The pauses between them, or `nil` for the pauses above. A job that is enqueued
  ///     with its own number of attempts has the pauses of its declaration.
  /// - Returns: The trait.
  public static func retry(
    upTo limit: Int, backoff: TaskBackoff? = nil
  ) -> JobTrait {
    JobTrait {
      $0.maximumAttempts = max(1, limit)
      $0.backoff = backoff ?? $0.backoff
    }
  }

  /// Sets the time limit of one attempt, which fails when it is over.
  public static func timeout(_ limit: Duration) -> JobTrait {
    JobTrait { $0.timeLimit = limit }
  }

  /// Sets the priority of a job that is enqueued without one: of jobs that are due, one of a
  /// greater priority runs earlier.
  public static func priority(_ priority: Int) -> JobTrait {
    JobTrait { $0.priority = priority }
  }

  /// Stores no second job while one with the same value has not ended.
  ///
  /// ```swift
  /// // A second change within half a minute starts the half minute again.
  /// #job("Publish", .unique(by: \.page, in: [.waiting], replacing: [.payload, .time])) { … }
  /// try await Jobs.enqueue("Publish", change, at: .now + .seconds(30))
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value of the payload, whose description is the key.
  ///   - lifetime: How long the key counts from the first job on, even if that has ended; `nil`
  ///     for no longer than until then.
  ///   - states: The states in which the first job counts, or `nil` for all in which it has not
  ///     ended. It always counts until it starts. Without `.running`, it does not count from its
  ///     first attempt on.
  ///   - isPerQueue: Whether jobs of other queues do not count.
  ///   - parts: The parts of the first job that a second one replaces if the first one waits.
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

  /// Adds words by which a job is found in lists.
  public static func tags(_ tags: String...) -> JobTrait {
    JobTrait { $0.tags += tags }
  }

  /// Ends a job as cancelled, without an attempt, if it has not started a time after it is due.
  public static func expires(after time: Duration) -> JobTrait {
    JobTrait { $0.expiry = max(.zero, time) }
  }

  /// Sets how long the record of a job, and its result, are kept after its end: three days without
  /// this trait.
  public static func keep(for retention: Duration) -> JobTrait {
    JobTrait { $0.retention = max(.zero, retention) }
  }
}
