extension ModuleGraph.Live.Jobs {
  /// A flow: jobs that come after each other.
  public struct Flow: Sendable, Hashable, Codable {
    /// Identifies the flow in its store: the identifier of its first step.
    public let id: Int64
    public let name: String
    /// The steps, each after all that it comes after.
    public let steps: [Step]
    /// A Boolean value that indicates whether the flow has more steps, before these.
    public let isPartial: Bool

    /// Describes a flow.
    public init(id: Int64, name: String, steps: [Step], isPartial: Bool = false) {
      self.id = id
      self.name = name
      self.steps = steps
      self.isPartial = isPartial
    }

    private enum CodingKeys: String, CodingKey {
      case id, name, steps
      case isPartial = "partial"
    }
  }

  /// A step of a flow.
  public struct Step: Sendable, Hashable, Codable {
    /// Identifies the step's job in its store.
    public let id: Int64
    /// The name of the step, which no other one of the flow has.
    public let name: String
    /// The name of the job's declaration.
    public let job: String
    /// `blocked`, `delayed`, `waiting`, `running`, `succeeded`, `failed`, `cancelled` or `skipped`.
    public let state: String
    /// The identifiers of the steps that must have succeeded before it.
    public let after: [Int64]
    /// The error of the latest attempt that failed, or the reason why it was skipped.
    public let detail: String?

    /// Describes a step.
    public init(
      id: Int64, name: String, job: String, state: String, after: [Int64] = [],
      detail: String? = nil
    ) {
      self.id = id
      self.name = name
      self.job = job
      self.state = state
      self.after = after
      self.detail = detail
    }
  }
}
