internal import ToolkitTrace

extension LogRecord {
  /// Makes a record of a message of the toolkit.
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

  /// The source, the location and the message, as lines of standard error have them.
  var line: String {
    let place = location.map { "\($0): " } ?? ""
    return "\(source): \(place)\(message)"
  }
}

extension TraceLink {
  /// The trace and the span, as hexadecimal digits.
  var texts: (trace: String, span: String) {
    // The parts of a `traceparent` are its version, the trace, the span and flags.
    let parts = traceParent.split(separator: "-")
    return (String(parts[1]), String(parts[2]))
  }
}
