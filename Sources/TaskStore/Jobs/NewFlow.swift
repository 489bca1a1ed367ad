/// A flow that is to be stored: jobs that come after each other.
public struct NewFlow: Sendable, Hashable {
  /// A step of a flow that is to be stored.
  public struct Step: Sendable, Hashable {
    /// The name, which no other step of the flow has.
    public var name: String

    public var job: NewJob

    /// The steps that must have succeeded before it, by their positions, which are before its own.
    public var after: [Int]

    /// Creates a step.
    public init(_ name: String, _ job: NewJob, after: [Int] = []) {
      self.name = name
      self.job = job
      self.after = after
    }
  }

  public var name: String

  /// The steps, each after all that it comes after.
  public var steps: [Step]

  /// Creates a flow.
  public init(_ name: String, _ steps: [Step]) {
    self.name = name
    self.steps = steps
  }
}

extension TaskStoreError {
  /// Another job has the unique key of a step.
  static func heldKey(_ step: NewFlow.Step, by job: JobID?, in flow: NewFlow) -> TaskStoreError {
    let holder = job.map { "the job \($0)" } ?? "another job"
    return TaskStoreError(
      .heldKey,
      """
      the flow '\(flow.name)' is not stored: its step '\(step.name)' has the unique key \
      '\(step.job.key ?? "")', which \(holder) of '\(step.job.name)' has. Wait for its end, or \
      cancel it.
      """)
  }
}

extension JobRecord {
  /// The reason for which steps after this one are skipped.
  var reasonToSkip: String {
    let end = state == .failed ? "failed: \(detail ?? "")" : "was cancelled"
    return "'\(step?.name ?? name)' (job \(id)), a step before it, \(end)"
  }
}
