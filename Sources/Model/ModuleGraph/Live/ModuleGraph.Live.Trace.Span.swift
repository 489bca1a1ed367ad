extension ModuleGraph.Live.Trace {
  /// A span of work.
  public struct Span: Sendable, Hashable, Identifiable {
    /// The identifier, unique in the process.
    public let id: UInt64
    public let name: String
    /// The kind of work: `event`, `route`, `task`, `relay`, `wire`, `lifecycle`.
    public let kind: String
    public let module: String
    /// The start time in microseconds, relative to the start of the recording.
    public let start: Double
    /// The duration in microseconds.
    public let duration: Double
    /// The span that caused it, if known.
    public let cause: UInt64?
    /// Other spans that it follows, each in the format of the header `traceparent`.
    public let links: [String]
    /// Further attributes of the work by name.
    public let attributes: [String: String]

    /// Creates a span.
    public init(
      id: UInt64, name: String, kind: String, module: String, start: Double,
      duration: Double, cause: UInt64? = nil, links: [String] = [],
      attributes: [String: String] = [:]
    ) {
      self.id = id
      self.name = name
      self.kind = kind
      self.module = module
      self.start = start
      self.duration = duration
      self.cause = cause
      self.links = links
      self.attributes = attributes
    }
  }
}

extension ModuleGraph.Live.Trace.Span: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, kind, module, start, duration, cause, links, attributes
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(UInt64.self, forKey: .id),
      name: try container.decode(String.self, forKey: .name),
      kind: try container.decode(String.self, forKey: .kind),
      module: try container.decode(String.self, forKey: .module),
      start: try container.decode(Double.self, forKey: .start),
      duration: try container.decode(Double.self, forKey: .duration),
      cause: try container.decodeIfPresent(UInt64.self, forKey: .cause),
      links: try container.decodeIfPresent([String].self, forKey: .links) ?? [],
      attributes: try container.decodeIfPresent([String: String].self, forKey: .attributes) ?? [:])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    try container.encode(module, forKey: .module)
    try container.encode(start, forKey: .start)
    try container.encode(duration, forKey: .duration)
    try container.encodeIfPresent(cause, forKey: .cause)
    // Most spans have neither of them.
    if !links.isEmpty { try container.encode(links, forKey: .links) }
    if !attributes.isEmpty { try container.encode(attributes, forKey: .attributes) }
  }
}
