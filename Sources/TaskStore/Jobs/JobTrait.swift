public import TaskKit

/// Something that holds for a job beside its name, its queue and what it does.
///
/// ```swift
/// #job("SendInvoice", queue: "mail", .retry(upTo: 8), .unique(by: \.number)) { … }
/// ```
public struct JobTrait<Payload>: Sendable {
  let apply: @Sendable (inout JobRules<Payload>) -> Void
}

/// The rules that the traits of a job give.
struct JobRules<Payload>: Sendable {
  var maximumAttempts = 5
  var backoff = TaskBackoff.exponential(.seconds(5), factor: 4, upTo: .seconds(3_600))
  var timeLimit: Duration?
  var priority = 0
  var key: (@Sendable (Payload) -> String)?
  var keyLifetime: Duration?
  var retention = Duration.seconds(3 * 86_400)
}

extension JobTrait {
  /// Tries a job that fails again, up to a number of attempts in all.
  ///
  /// Without this trait, a job has five attempts, with pauses of 5 s, 20 s, 80 s and 320 s. A
  /// pause varies by a tenth, so that jobs that failed together are not tried again together.
  ///
  /// - Parameters:
  ///   - limit: The number of attempts, at least 1.
  ///   - backoff: The pauses between them.
  /// - Returns: The trait.
  public static func retry(
    upTo limit: Int,
    backoff: TaskBackoff = .exponential(.seconds(5), factor: 4, upTo: .seconds(3_600))
  ) -> JobTrait {
    JobTrait {
      $0.maximumAttempts = max(1, limit)
      $0.backoff = backoff
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
  /// - Parameters:
  ///   - value: A value of the payload, whose description is the key.
  ///   - lifetime: How long the key counts from the first job on, even if that has ended; `nil`
  ///     for no longer than until then.
  /// - Returns: The trait.
  public static func unique<Value>(
    by value: any KeyPath<Payload, Value> & Sendable, for lifetime: Duration? = nil
  ) -> JobTrait {
    JobTrait {
      $0.key = { "\($0[keyPath: value])" }
      $0.keyLifetime = lifetime
    }
  }

  /// Sets how long the record of a job, and its result, are kept after its end: three days without
  /// this trait.
  public static func keep(for retention: Duration) -> JobTrait {
    JobTrait { $0.retention = max(.zero, retention) }
  }
}
