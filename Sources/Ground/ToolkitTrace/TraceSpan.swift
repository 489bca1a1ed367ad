/// A recorded action of the process, with its time, duration and cause.
///
/// A span is created when it ends. Before that, its ``TraceToken`` already contains its identifier,
/// which can be the cause of other spans.
public struct TraceSpan: Sendable, Hashable, Identifiable {
  /// The identifier, unique in this process.
  public internal(set) var id: TraceSpanID

  /// The name of the work.
  public internal(set) var name: String

  /// The kind of the work.
  public internal(set) var kind: TraceKind

  /// The module that did the work.
  public internal(set) var module: String

  /// The start of the span.
  public internal(set) var start: TraceInstant

  /// The duration.
  ///
  /// It is zero for an instant, see ``Trace/emit(_:kind:module:cause:)``.
  public internal(set) var duration: Duration

  /// The span that caused this one, or `nil` if it is unknown.
  ///
  /// A snapshot does not always contain the cause: it may not have ended yet, or the ring may have
  /// dropped it.
  public internal(set) var cause: TraceSpanID?

  /// The links and attributes, or `nil` without any.
  var details: Details?

  /// Creates a span as if it had been recorded, for example to test a ``TraceSink``.
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

  /// Other spans that led to this one.
  ///
  /// For example, the span that enqueued a job, which may belong to another process.
  public var links: [TraceLink] { details?.links ?? [] }

  /// Additional information, by name.
  public var attributes: [String: String] { details?.attributes ?? [:] }

  /// A Boolean value that indicates whether the work failed.
  ///
  /// Cancelled work has not failed.
  public var hasFailed: Bool {
    let attributes = attributes
    return attributes["error.type"] != nil || attributes["exception.type"] != nil
      || ["failed", "retried"].contains(attributes["outcome", default: ""])
  }

  /// Returns the attributes of a span whose body has thrown an error.
  static func attributes(of error: any Error) -> [String: String] {
    error is CancellationError ? [:] : ["error.type": String(reflecting: type(of: error))]
  }

  /// The end of the span.
  public var end: TraceInstant { start.advanced(by: duration) }
}

extension TraceSpan {
  /// The contents of a slot of the ring that has not been used.
  static var blank: TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: 0), name: "", kind: "", module: "",
      start: TraceInstant(nanoseconds: 0), duration: .zero)
  }

  /// Replaces this span with another one, property by property.
  ///
  /// The compiler copies a whole struct of this size through memory. This way, each string is
  /// retained once and nothing else is copied.
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
  /// The links and attributes of a span.
  ///
  /// Most spans have none.
  ///
  /// This is a class, so that a span without details needs only a single word for it.
  final class Details: Sendable {
    let links: [TraceLink]
    let attributes: [String: String]

    private init(links: [TraceLink], attributes: [String: String]) {
      self.links = links
      self.attributes = attributes
    }

    /// Returns the details, or `nil` if both collections are empty.
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
