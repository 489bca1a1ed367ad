import RecordFormat
import ToolkitTelemetry
import ToolkitTrace

extension LogRecord {
  /// A record of a second after the epoch.
  static func example(
    _ message: String, severity: Severity = .error, source: String = "Tests",
    attributes: [String: String] = [:]
  ) -> LogRecord {
    LogRecord(
      nanosecondsSince1970: 1_000_000_000, severity: severity, source: source, message: message,
      attributes: attributes)
  }

  /// A record with all that a record may have.
  static let complete = LogRecord(
    nanosecondsSince1970: 1_764_104_647_250_999_999, severity: .warning, source: "TaskKit",
    message: "two\nlines", location: CodeLocation(fileID: "Shop/Cart.swift", line: 12),
    attributes: ["khala.url": "kl://Cart/add"],
    span: TraceLink(traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
}
