extension ModuleGraph.Live.Jobs {
  /// A job that runs.
  public struct Running: Sendable, Hashable, Codable {
    /// Identifies the job in its store.
    public let id: Int64
    /// The name of the job's declaration.
    public let name: String
    public let queue: String
    /// The number of the attempt, counted from 1.
    public let attempt: Int
    /// When the attempt began, or `nil` if that is not known.
    public let begun: Int64?
    /// The process that runs it.
    public let owner: String?
    /// The progress that it has reported, from 0 to 1.
    public let progress: Double?
    /// A Boolean value that indicates whether it is to be cancelled.
    public let isCancelling: Bool

    /// Describes a job that runs.
    public init(
      id: Int64, name: String, queue: String, attempt: Int, begun: Int64? = nil,
      owner: String? = nil, progress: Double? = nil, isCancelling: Bool = false
    ) {
      self.id = id
      self.name = name
      self.queue = queue
      self.attempt = attempt
      self.begun = begun
      self.owner = owner
      self.progress = progress
      self.isCancelling = isCancelling
    }

    private enum CodingKeys: String, CodingKey {
      case id, name, queue, attempt, begun, owner, progress
      case isCancelling = "cancelling"
    }
  }
}
