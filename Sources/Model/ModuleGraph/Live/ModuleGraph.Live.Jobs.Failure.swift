extension ModuleGraph.Live.Jobs {
  /// A cause of failures: jobs of one name that failed for good with one error.
  public struct Failure: Sendable, Hashable, Codable {
    /// The name of the jobs' declaration.
    public let job: String
    /// The text of the error.
    public let error: String
    /// The number of jobs.
    public let count: Int
    /// The identifier of the latest of the jobs.
    public let latest: Int64

    /// Describes a cause.
    public init(job: String, error: String, count: Int, latest: Int64) {
      self.job = job
      self.error = error
      self.count = count
      self.latest = latest
    }
  }

  /// A job that failed for good, and is kept to be run again.
  public struct DeadLetter: Sendable, Hashable, Codable {
    /// Identifies the job in its store.
    public let id: Int64
    /// The name of the job's declaration.
    public let name: String
    public let queue: String
    /// The number of attempts.
    public let attempts: Int
    /// When its last attempt ended, or `nil` if that is not known.
    public let ended: Int64?
    /// The error of its last attempt.
    public let error: String

    /// Describes a job that failed.
    public init(
      id: Int64, name: String, queue: String, attempts: Int, ended: Int64? = nil, error: String
    ) {
      self.id = id
      self.name = name
      self.queue = queue
      self.attempts = attempts
      self.ended = ended
      self.error = error
    }
  }
}
