internal import ToolkitTrace

/// A span as the semantic conventions of OpenTelemetry describe work of its kind.
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

  /// The side of an exchange that the span is.
  var kind: Kind

  /// The attributes in the order in which they are written.
  var attributes: [(name: String, value: AttributeValue)]

  /// The reason for which the work failed, or `nil` if no failure of it is known.
  ///
  /// Success is not stated: the specification leaves that word to applications.
  var failure: String?

  /// Describes a span.
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

  /// The kinds of spans with a side; all others are internal.
  ///
  /// Libraries emit `job` only. The others are for kinds of an app that have the words of
  /// OpenTelemetry.
  private static let kinds: [TraceKind: Kind] = [
    .job: .consumer, "consumer": .consumer, "producer": .producer, "client": .client,
    "server": .server,
  ]

  /// Follows the conventions for messaging: an attempt processes one message of its queue.
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
        // Of an error without a type of its own, the conventions say this.
        attributes.append(("error.type", .string("_OTHER")))
      }
    }
    add(others)
  }

  /// Adds the app's attributes.
  ///
  /// OTLP has each name once: of a name that the conventions have written, their value stays.
  private mutating func add(_ others: [String: String]) {
    let written = attributes
    let free = others.filter { other in !written.contains { $0.name == other.key } }
    attributes += free.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
  }
}

/// The value of an attribute: those kinds of OTLP's `AnyValue` that this package writes.
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
  /// Writes attributes as a member, unless there are none.
  ///
  /// Omits those without a name, which OTLP does not allow.
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
