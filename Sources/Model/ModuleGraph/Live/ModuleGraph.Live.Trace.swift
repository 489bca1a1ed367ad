extension ModuleGraph.Live {
  /// A trace of what ran in a process, and why.
  public struct Trace: Sendable, Hashable, Codable {
    /// The spans in the order in which they began.
    public let spans: [Span]

    /// The number of spans that had made room for later ones.
    public let dropped: Int

    /// When the recording began, in microseconds since the beginning of 1970, or `nil` if that
    /// is not known.
    public let startedAt: Int64?

    /// Puts a trace together.
    public init(spans: [Span], dropped: Int = 0, startedAt: Int64? = nil) {
      self.spans = spans.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
      self.dropped = dropped
      self.startedAt = startedAt
    }
  }
}
