internal import RecordFormat
internal import ToolkitTrace

/// Encodes log records as an `ExportLogsServiceRequest` of OTLP in JSON.
///
/// Each source becomes an instrumentation scope.
struct LogsRequest: BatchRequest {
  private let envelope: RequestEnvelope

  /// Creates an encoder for log records of a resource.
  init(resource: TelemetryResource) {
    envelope = RequestEnvelope(resource)
  }

  func encode(_ records: [LogRecord], at time: WallTime) -> [UInt8] {
    envelope.encode("resourceLogs", "scopeLogs") { json in
      for scope in ScopedItems(records, by: \.source).scopes {
        json.scope(scope.name, "logRecords") { json in
          for record in scope.items { encode(record, at: time, in: &json) }
        }
      }
    }
  }

  private func encode(_ record: LogRecord, at time: WallTime, in json: inout JSONWriter) {
    json.object { json in
      // OTLP has no times before 1970. A missing time means that it is unknown.
      let isKnown = record.nanosecondsSince1970 >= 0
      if isKnown {
        json.time(record.nanosecondsSince1970, as: "timeUnixNano")
      }
      // Records of this process are observed when they are created.
      json.time(
        isKnown ? record.nanosecondsSince1970 : time.nanosecondsSince1970,
        as: "observedTimeUnixNano")
      json.number(record.severity.number, as: "severityNumber")
      json.string(record.severity.name, as: "severityText")
      json.object(as: "body") { json in
        json.string(record.message, as: "stringValue")
      }
      json.attributes(Self.attributes(of: record))
      if let span = record.span {
        json.identifiers(span.trace, span.span)
        json.number(1, as: "flags")  // Sampled, as every span is.
      }
    }
  }

  /// Returns the attributes of the record, and its location with the names of the semantic
  /// conventions.
  private static func attributes(
    of record: LogRecord
  ) -> [(name: String, value: AttributeValue)] {
    var attributes = record.attributes.mapValues(AttributeValue.string)
    if let location = record.location {
      attributes["code.file.path"] = .string(location.fileID)
      attributes["code.line.number"] = .integer(Int64(location.line))
      attributes["code.column.number"] = location.column.map { .integer(Int64($0)) }
    }
    return attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension LogRecord.Severity {
  /// The `SeverityNumber` of this syslog severity in the data model of logs.
  fileprivate var number: Int32 {
    switch self {
    case .debug: 5
    case .info: 9
    case .notice: 10
    case .warning: 13
    case .error: 17
    case .critical: 18
    }
  }

  /// The name of the severity.
  fileprivate var name: String { "\(self)" }
}

/// The format of a batch of items.
protocol BatchRequest<Item>: Sendable {
  /// A span or a log record.
  associatedtype Item: Sendable

  /// Encodes a batch in JSON, without a newline.
  func encode(_ items: [Item], at time: WallTime) -> [UInt8]
}

/// A reading of the time of day together with the clock of spans.
///
/// Each batch has its own reading, so a process that runs for weeks follows corrections of the
/// system clock. Both ends of a span are computed from the same reading, so its duration is exact.
struct WallTime: Sendable {
  /// The reading of the clock of spans.
  let instant: TraceInstant

  /// The time of day at this instant, in nanoseconds since 1970-01-01 00:00 UTC.
  let nanosecondsSince1970: Int64

  /// Reads both clocks.
  static func now() -> WallTime {
    WallTime(
      instant: MonotonicTime.now(), nanosecondsSince1970: MonotonicTime.nanosecondsSince1970())
  }

  /// Returns the time of day at an instant, in nanoseconds since 1970-01-01 00:00 UTC.
  func nanoseconds(at other: TraceInstant) -> Int64 {
    nanosecondsSince1970 &+ (other.nanoseconds &- instant.nanoseconds)
  }
}
