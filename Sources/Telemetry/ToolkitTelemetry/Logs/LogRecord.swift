public import RecordFormat
public import ToolkitTrace

/// An entry of a log: a message of the toolkit, or a call from Khala's history.
public struct LogRecord: Sendable, Hashable {
  /// The severities of syslog and OpenTelemetry.
  public enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable {
    case debug, info, notice, warning, error, critical

    public static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// The time, in nanoseconds since 1970-01-01 00:00 UTC.
  public var nanosecondsSince1970: Int64

  /// The severity.
  public var severity: Severity

  /// The part of the toolkit that wrote the record, such as `TaskKit`.
  public var source: String

  /// The text.
  public var message: String

  /// The source location that the record describes, or `nil` if it has none.
  public var location: CodeLocation?

  /// Additional information, by name.
  ///
  /// Secret values are already redacted.
  public var attributes: [String: String]

  /// The span in which the record was written, if the process is tracing.
  public var span: TraceLink?

  /// Creates a record.
  public init(
    nanosecondsSince1970: Int64, severity: Severity, source: String, message: String,
    location: CodeLocation? = nil, attributes: [String: String] = [:], span: TraceLink? = nil
  ) {
    self.nanosecondsSince1970 = nanosecondsSince1970
    self.severity = severity
    self.source = source
    self.message = message
    self.location = location
    self.attributes = attributes
    self.span = span
  }
}

extension LogRecord {
  /// Creates a record from a message of the toolkit.
  init(_ message: ToolkitMessage, nanosecondsSince1970: Int64, span: TraceLink?) {
    let severity: Severity =
      switch message.severity {
      case .warning: .warning
      case .error: .error
      }
    self.init(
      nanosecondsSince1970: nanosecondsSince1970, severity: severity, source: message.source,
      message: message.text, location: message.location, span: span)
  }

  /// The source, location and message, in the format of standard error.
  var line: String {
    let place = location.map { "\($0): " } ?? ""
    return "\(source): \(place)\(message)"
  }
}

extension TraceLink {
  /// The identifiers of the trace and the span, as hexadecimal digits.
  var texts: (trace: String, span: String) {
    // The parts of a `traceparent` are its version, the trace, the span and the flags.
    let parts = traceParent.split(separator: "-")
    return (String(parts[1]), String(parts[2]))
  }
}
