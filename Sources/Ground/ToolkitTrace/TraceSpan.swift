/// One thing that the process did: what it was, when, for how long, and why.
///
/// Spans exist only once they are finished. What is still under way has an
/// identifier already, in its ``TraceToken``, and can be the cause of others.
public struct TraceSpan: Sendable, Hashable, Identifiable {
  /// The identifier, unique in this process.
  public internal(set) var id: TraceSpanID

  /// The name of the work, as the code that emitted the span gave it.
  public internal(set) var name: String

  /// The kind of the work.
  public internal(set) var kind: TraceKind

  /// The module that did it.
  public internal(set) var module: String

  /// When it began.
  public internal(set) var start: TraceInstant

  /// The duration; zero for a mere moment, see ``Trace/emit(_:kind:module:cause:)``.
  public internal(set) var duration: Duration

  /// The span that made this one happen, if any is known.
  ///
  /// The cause need not be among the spans of a snapshot: it may not be
  /// finished yet, or the ring may have dropped it.
  public internal(set) var cause: TraceSpanID?

  /// The links and attributes, or `nil` if there are none.
  var details: Details?

  /// Makes a span as if it had been recorded, for example to test a
  /// ``TraceSink``.
  public init(
    id: TraceSpanID, name: String, kind: TraceKind, module: String, start: TraceInstant,
    duration: Duration, cause: TraceSpanID? = nil, links: [TraceLink] = [],
    attributes: [String: String] = [:]
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.module = module
    self.start = start
    self.duration = duration
    self.cause = cause
    details = Details.of(links: links, attributes: attributes)
  }

  /// The spans that it follows from in another way than by its cause: the one that enqueued a
  /// job, for example, which may be of another process.
  public var links: [TraceLink] { details?.links ?? [] }

  /// More about the work, by name.
  public var attributes: [String: String] { details?.attributes ?? [:] }

  /// When it was over.
  public var end: TraceInstant { start.advanced(by: duration) }
}

extension TraceSpan {
  /// The content of a slot of the ring before the first span is written to it.
  static var blank: TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: 0), name: "", kind: "", module: "",
      start: TraceInstant(nanoseconds: 0), duration: .zero)
  }

  /// Writes another span over this one, property by property.
  ///
  /// The compiler copies a struct of this size through memory, as a whole;
  /// like this, each string is retained once and nothing else is copied.
  @inline(always)
  mutating func become(
    id: TraceSpanID, name: String, kind: TraceKind, module: String, start: TraceInstant,
    duration: Duration, cause: TraceSpanID?, details: Details? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.module = module
    self.start = start
    self.duration = duration
    self.cause = cause
    self.details = details
  }
}

extension TraceSpan {
  /// The links and attributes of a span, which most spans do not have.
  ///
  /// An object, for a span without them to cost one word and no more.
  final class Details: Sendable {
    let links: [TraceLink]
    let attributes: [String: String]

    private init(links: [TraceLink], attributes: [String: String]) {
      self.links = links
      self.attributes = attributes
    }

    /// Returns the details, or `nil` if there are none.
    static func of(links: [TraceLink], attributes: [String: String]) -> Details? {
      guard !links.isEmpty || !attributes.isEmpty else { return nil }
      return Details(links: links, attributes: attributes)
    }
  }
}

extension TraceSpan.Details: Hashable {
  static func == (left: TraceSpan.Details, right: TraceSpan.Details) -> Bool {
    left.links == right.links && left.attributes == right.attributes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(links)
    hasher.combine(attributes)
  }
}
