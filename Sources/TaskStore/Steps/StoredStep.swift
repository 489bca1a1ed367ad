public import TaskKit

/// A step of a job's run, as its store keeps it.
///
/// The steps of a job are numbered from 1, in the order in which its code calls them. A retry or a
/// restart returns their results instead of running them again. They are removed with the record of
/// the job.
public struct StoredStep: Sendable, Hashable {
  /// The kind of a step.
  ///
  /// Later versions may add kinds.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind in the store.
    public let rawValue: String

    /// Creates a kind from its name in the store.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A step that has run.
    public static let step = Kind(rawValue: "step")
    /// A sleep, which may not have ended.
    public static let sleep = Kind(rawValue: "sleep")
    /// A wait for a signal, which may not have arrived.
    public static let signal = Kind(rawValue: "signal")
    /// A wait for a signal that did not arrive in time.
    public static let timeout = Kind(rawValue: "timeout")

    public var description: String { rawValue }
  }

  /// The position in the run, counted from 1.
  public var number: Int

  /// The name in the code, or an empty string for a sleep without a name.
  public var name: String

  public var kind: Kind

  /// The result of a step or the payload of a received signal, in JSON.
  public var result: String?

  /// The time at which the step ended.
  ///
  /// For a sleep, it is the time at which the sleep ends. For a signal without a result, it is the
  /// deadline, or ``noDeadline``.
  public var endTime: TaskTime

  /// Creates a stored step.
  public init(number: Int, name: String, kind: Kind, result: String? = nil, endTime: TaskTime) {
    self.number = number
    self.name = name
    self.kind = kind
    self.result = result
    self.endTime = endTime
  }

  /// The deadline of a signal without one, the latest time.
  public static let noDeadline = TaskTime(nanoseconds: .max)
}

/// A step to store for a claimed job.
public struct NewStep: Sendable, Hashable {
  /// The work of a step.
  public enum Work: Sendable, Hashable {
    /// The step has run, with a result in JSON.
    case step(result: String?)
    /// The job sleeps until a time.
    case sleep(until: JobTime)
    /// The job waits for a signal, until a deadline if one is given.
    case signal(deadline: JobTime?)
  }

  /// The position in the run, counted from 1.
  public var number: Int

  public var name: String

  public var work: Work

  /// Creates a step to store.
  public init(number: Int, name: String, work: Work) {
    self.number = number
    self.name = name
    self.work = work
  }

  /// The kind that stores write first.
  var kind: StoredStep.Kind {
    switch work {
    case .step: .step
    case .sleep: .sleep
    case .signal: .signal
    }
  }

  /// Returns the step as a store keeps it.
  ///
  /// - Parameters:
  ///   - now: The time by the store's clock.
  ///   - earlier: The stored wait for the same signal, if the job has waited for it before.
  ///   - payload: The payload of the signal, if it has arrived.
  /// - Returns: The step.
  func stored(
    at now: TaskTime, earlier: StoredStep? = nil, payload: String? = nil
  ) -> StoredStep {
    var step = StoredStep(number: number, name: name, kind: kind, endTime: now)
    switch work {
    case .step(let result): step.result = result
    case .sleep(let time): step.endTime = time.time(at: now)
    case .signal(let deadline):
      if let payload {
        step.result = payload
      } else if let earlier {
        step.endTime = earlier.endTime
        if earlier.endTime <= now { step.kind = .timeout }
      } else {
        step.endTime = deadline?.time(at: now) ?? StoredStep.noDeadline
      }
    }
    return step
  }
}

/// A signal to send to a job.
public struct NewSignal: Sendable, Hashable {
  public var job: JobID

  public var name: String

  /// The payload, in JSON.
  public var payload: String

  /// Creates a signal.
  public init(job: JobID, name: String, payload: String) {
    self.job = job
    self.name = name
    self.payload = payload
  }
}
