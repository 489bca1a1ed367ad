extension ModuleGraph.Live {
  /// A trace of what ran in a process, and why.
  public struct Trace: Sendable, Hashable, Codable {
    /// Something that ran.
    public struct Span: Sendable, Hashable, Codable, Identifiable {
      /// Tells it from all others of the process.
      public let id: UInt64
      public let name: String
      /// The sort of work: `event`, `route`, `task`, `relay`, `wire`, `lifecycle`.
      public let kind: String
      public let module: String
      /// When it began, in microseconds from the beginning of the recording.
      public let start: Double
      /// The duration in microseconds.
      public let duration: Double
      /// The span that made it happen, if that is known.
      public let cause: UInt64?

      /// Describes something that ran.
      public init(
        id: UInt64, name: String, kind: String, module: String, start: Double,
        duration: Double, cause: UInt64? = nil
      ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.module = module
        self.start = start
        self.duration = duration
        self.cause = cause
      }
    }

    /// The spans in the order in which they began.
    public let spans: [Span]

    /// The number of spans that had made room for later ones.
    public let dropped: Int

    /// Puts a trace together.
    public init(spans: [Span], dropped: Int = 0) {
      self.spans = spans.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
      self.dropped = dropped
    }
  }
}
