extension ModuleGraph.Live {
  /// The store of a process's durable schedules, and what it holds.
  ///
  /// All times are microseconds since the beginning of 1970, UTC.
  public struct Store: Sendable, Hashable, Codable {
    /// A durable schedule of the process.
    public struct Schedule: Sendable, Hashable, Codable {
      /// The name of the task.
      public let task: String
      /// A description of its due times: `every day at 02:30`.
      public let occasion: String
      /// Descriptions of its traits.
      public let traits: [String]
      /// When it is due next, or `nil` if that is not known or never comes.
      public let next: Int64?
      /// A Boolean value that indicates whether it is paused, in all processes.
      public let isPaused: Bool
      /// The number of its due times in ``Store/records`` whose run has not ended.
      public let unfinished: Int

      /// Describes a schedule.
      public init(
        task: String, occasion: String, traits: [String] = [], next: Int64? = nil,
        isPaused: Bool = false, unfinished: Int = 0
      ) {
        self.task = task
        self.occasion = occasion
        self.traits = traits
        self.next = next
        self.isPaused = isPaused
        self.unfinished = unfinished
      }

      private enum CodingKeys: String, CodingKey {
        case task, occasion, traits, next
        case isPaused = "paused"
        case unfinished
      }
    }

    /// A due time in the ledger of the store, and its outcome.
    public struct Record: Sendable, Hashable, Codable {
      /// Due times without a run that a record accounts for.
      public struct Missed: Sendable, Hashable, Codable {
        public let count: Int
        /// The first of them.
        public let since: Int64
        /// The reason, in one word: `overlap`.
        public let reason: String
        /// The reason, as part of a sentence: `an earlier run went on`.
        public let text: String

        /// Describes missed due times.
        public init(count: Int, since: Int64, reason: String, text: String) {
          self.count = count
          self.since = since
          self.reason = reason
          self.text = text
        }
      }

      public let task: String
      public let dueTime: Int64
      /// `due`, `running`, `succeeded`, `failed`, `cancelled`, `skipped` or `missed`.
      public let state: String
      /// The number of the run, counted from 1; 0 if nothing was to run.
      public let number: Int
      public let missed: Missed?
      /// The process that claimed it last.
      public let owner: String?
      /// The token of the latest claim.
      public let token: Int64?
      /// The number of claims: more than one if a process died or lost its lease.
      public let claims: Int
      /// When it was claimed last.
      public let begun: Int64?
      /// When it was settled.
      public let ended: Int64?
      /// The error, or the reason why the task was skipped.
      public let detail: String?

      /// Describes a due time.
      public init(
        task: String, dueTime: Int64, state: String, number: Int = 0, missed: Missed? = nil,
        owner: String? = nil, token: Int64? = nil, claims: Int = 0, begun: Int64? = nil,
        ended: Int64? = nil, detail: String? = nil
      ) {
        self.task = task
        self.dueTime = dueTime
        self.state = state
        self.number = number
        self.missed = missed
        self.owner = owner
        self.token = token
        self.claims = claims
        self.begun = begun
        self.ended = ended
        self.detail = detail
      }

      private enum CodingKeys: String, CodingKey {
        case task
        case dueTime = "due"
        case state, number, missed, owner, token, claims, begun, ended, detail
      }
    }

    /// A description of the store, and of the guarantees that it has chosen.
    public let summary: String
    /// The durable schedules of the process, in the order in which they were declared or added.
    public let schedules: [Schedule]
    /// The latest due times in the ledger, of all processes that share the store, the latest
    /// first.
    public let records: [Record]
    /// The error of the store if it could not read the ledger, or only a part of it.
    public let error: String?

    /// Describes a store.
    public init(
      summary: String, schedules: [Schedule] = [], records: [Record] = [], error: String? = nil
    ) {
      self.summary = summary
      self.schedules = schedules
      self.records = records
      self.error = error
    }
  }
}
