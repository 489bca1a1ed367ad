extension JobStatistics {
  /// A cause of failures: jobs of one name that failed for good with one error.
  public struct Failure: Sendable, Hashable, Codable {
    /// The name of the jobs' declaration.
    public var job: String

    /// The text of the error.
    public var error: String

    /// The number of jobs.
    public var count: Int

    /// The latest of the jobs, by its identifier.
    public var latest: JobID

    /// Returns the causes of the jobs that failed, the most frequent first, and of equal ones that
    /// of the latest job.
    static func causes(of jobs: [JobRecord]) -> [Failure] {
      struct Cause: Hashable {
        var job: String
        var error: String
      }
      let failed = jobs.filter { $0.state == .failed }
      return Dictionary(grouping: failed) { Cause(job: $0.name, error: $0.detail ?? "") }
        .compactMap { cause, jobs in
          jobs.map(\.id).max().map {
            Failure(job: cause.job, error: cause.error, count: jobs.count, latest: $0)
          }
        }
        .sorted { ($1.count, $1.latest) < ($0.count, $0.latest) }
    }
  }
}
