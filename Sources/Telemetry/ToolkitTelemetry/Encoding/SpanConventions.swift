internal import ToolkitTrace

/// A span in the form that the semantic conventions of OpenTelemetry define for its kind.
struct SpanConventions {
  /// The numbers of `Span.SpanKind`.
  enum Kind: Int32 {
    case `internal` = 1
    case server = 2
    case client = 3
    case producer = 4
    case consumer = 5
  }

  /// The name of the span.
  var name: String

  /// The kind of the span, which describes its side of a communication.
  var kind: Kind

  /// The attributes, in the order of the output.
  var attributes: [(name: String, value: AttributeValue)]

  /// The reason why the work failed, or `nil` if no failure is known.
  ///
  /// Success is not stated, because the specification reserves this for applications.
  var failure: String?

  /// Creates the description of a span.
  init(_ span: TraceSpan) {
    name = span.name
    kind = Self.kinds[span.kind] ?? .internal
    attributes = [("modularitykit.kind", .string(span.kind.rawValue))]
    if span.kind == .job {
      describeJob(span)
    } else {
      add(span.attributes)
    }
  }

  /// The kinds of spans that communicate.
  ///
  /// All others are internal.
  ///
  /// Libraries only emit `job`. The others are for kinds of an app that have the names of
  /// OpenTelemetry.
  private static let kinds: [TraceKind: Kind] = [
    .job: .consumer, "consumer": .consumer, "producer": .producer, "client": .client,
    "server": .server,
  ]

  /// Applies the conventions for messaging: an attempt processes one message of its queue.
  private mutating func describeJob(_ span: TraceSpan) {
    var others = span.attributes
    attributes += [
      ("messaging.system", .string("modularitykit")),
      ("messaging.operation.name", .string("process")),
      ("messaging.operation.type", .string("process")),
      ("modularitykit.job.name", .string(span.name)),
    ]
    if let queue = others.removeValue(forKey: "queue") {
      name = "process \(queue)"
      attributes.append(("messaging.destination.name", .string(queue)))
    }
    if let id = others.removeValue(forKey: "id") {
      attributes.append(("messaging.message.id", .string(id)))
    }
    if let attempt = others.removeValue(forKey: "attempt") {
      let value = Int64(attempt).map(AttributeValue.integer) ?? .string(attempt)
      attributes.append(("modularitykit.job.attempt", value))
    }
    if let outcome = others.removeValue(forKey: "outcome") {
      attributes.append(("modularitykit.job.outcome", .string(outcome)))
      if ["failed", "retried"].contains(outcome) {
        failure = "the attempt \(outcome == "failed" ? "failed" : "failed and is retried")"
        // The conventions require this for an error without its own type.
        attributes.append(("error.type", .string("_OTHER")))
      }
    }
    add(others)
  }

  /// Adds the attributes of the app.
  ///
  /// OTLP allows each name only once. If the conventions already define a value for a name, this
  /// value is kept.
  private mutating func add(_ others: [String: String]) {
    let written = attributes
    let free = others.filter { other in !written.contains { $0.name == other.key } }
    attributes += free.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
  }
}

/// The value of an attribute: the kinds of `AnyValue` in OTLP that this package writes.
enum AttributeValue: Sendable, Hashable {
  case string(String)
  case integer(Int64)
}

extension AttributeValue: CustomStringConvertible {
  var description: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    }
  }
}

extension JSONWriter {
  /// Writes attributes as a member, unless they are empty.
  ///
  /// Attributes without a name are omitted, because OTLP does not allow them.
  mutating func attributes(_ attributes: [(name: String, value: AttributeValue)]) {
    let attributes = attributes.filter { !$0.name.isEmpty }
    guard !attributes.isEmpty else { return }
    array(as: "attributes") { json in
      for (name, value) in attributes { json.attribute(name, value) }
    }
  }

  private mutating func attribute(_ key: String, _ value: AttributeValue) {
    object { json in
      json.string(key, as: "key")
      json.object(as: "value") { json in
        switch value {
        case .string(let text):
          json.string(text, as: "stringValue")
        case .integer(let number):
          json.quotedNumber(number, as: "intValue")
        }
      }
    }
  }
}
