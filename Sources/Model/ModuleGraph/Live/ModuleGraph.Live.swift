extension ModuleGraph {
  /// The state that a running process adds to the graph.
  ///
  /// Every part may be missing. For example, a process without tracing has no trace.
  public struct Live: Sendable, Hashable, Codable {
    /// The name of the program, and its process identifier if known: `shop (4711)`.
    public var process: String?

    /// The time of the snapshot, in microseconds since 1970.
    public var microsecondsSince1970: Int64?

    /// The states of the nodes, by their ids.
    public var nodes: [Node.ID: State]

    /// The trace of the process.
    public var trace: Trace?

    /// A Boolean value that indicates whether the process records a trace, which contains uses, or
    /// `nil` if unknown.
    public var isTracing: Bool?

    /// The runs of tasks, starting with the earliest one.
    public var runs: [Run]

    /// The store of durable schedules, if the process has one.
    ///
    /// It is added after it has been read.
    ///
    /// It is the JSON of the process, in the format that <doc:Reading-the-Graph> describes.
    public var store: DetailValue?

    /// The jobs of the store, if it keeps any.
    ///
    /// They are added after they have been read.
    ///
    /// They are the JSON of the process, in the format that <doc:Reading-the-Graph> describes.
    public var jobs: DetailValue?

    /// Creates a state from its known parts.
    public init(
      process: String? = nil, microsecondsSince1970: Int64? = nil, nodes: [Node.ID: State] = [:],
      trace: Trace? = nil, runs: [Run] = []
    ) {
      self.process = process
      self.microsecondsSince1970 = microsecondsSince1970
      self.nodes = nodes
      self.trace = trace
      self.runs = runs
    }

    private enum CodingKeys: String, CodingKey {
      case process, microsecondsSince1970, nodes, trace
      case isTracing = "tracing"
      case runs, store, jobs
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        process: try container.decodeIfPresent(String.self, forKey: .process),
        microsecondsSince1970: try container.decodeIfPresent(
          Int64.self, forKey: .microsecondsSince1970),
        nodes: try container.decodeIfPresent([Node.ID: State].self, forKey: .nodes) ?? [:],
        trace: try container.decodeIfPresent(Trace.self, forKey: .trace),
        runs: try container.decodeIfPresent([Run].self, forKey: .runs) ?? [])
      isTracing = try container.decodeIfPresent(Bool.self, forKey: .isTracing)
      store = try container.decodeIfPresent(DetailValue.self, forKey: .store)
      jobs = try container.decodeIfPresent(DetailValue.self, forKey: .jobs)
    }

    /// A snapshot of a node's state.
    public struct State: Sendable, Hashable, Codable {
      /// The most important part in a few words: `done 3 times`, `paused`, `= 42`.
      public var text: String?

      /// The other attributes of the state, such as `fired`, `lastOutcome`, `nextFire`,
      /// `value`, `observers`, `deliveries`, `lastError`.
      public var attributes: [Attribute]

      /// A Boolean value that indicates whether the node has a problem, such as a failed last run.
      public var isFailing: Bool

      /// Creates a state.
      public init(
        _ text: String? = nil, attributes: [Attribute] = [], isFailing: Bool = false
      ) {
        self.text = text
        self.attributes = attributes
        self.isFailing = isFailing
      }

      private enum CodingKeys: String, CodingKey {
        case text, attributes
        case isFailing = "failing"
      }
    }
  }
}

extension ModuleGraph.Live {
  /// A trace of the work in a process, with its causes.
  public struct Trace: Sendable, Hashable, Codable {
    /// The spans in the order in which they started.
    public let spans: [Span]

    /// The number of spans that were dropped in favor of later ones.
    public let dropped: Int

    /// The start of the recording in microseconds since 1970, or `nil` if unknown.
    public let startedAt: Int64?

    /// Creates a trace.
    public init(spans: [Span], dropped: Int = 0, startedAt: Int64? = nil) {
      self.spans = spans.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
      self.dropped = dropped
      self.startedAt = startedAt
    }
  }
}
