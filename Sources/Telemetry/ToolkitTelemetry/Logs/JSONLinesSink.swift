internal import ToolkitTrace

/// A sink that writes each record as a JSON object on a line, to standard error or elsewhere.
///
/// ```
/// {"time":"2026-11-25T21:04:07.250Z","severity":"error","source":"TaskKit","message":"…"}
/// ```
///
/// If a record has them, the members `file`, `line`, `trace`, `span` and `attributes` are added.
///
/// - Concurrency: Lines are not mixed. A slow reader blocks a thread for up to 200 ms. Records that
///   the descriptor does not accept are dropped, and the next line contains their number.
public final class JSONLinesSink: LogSink {
  private let writer: MessageWriter

  /// Creates a sink that writes to standard error.
  public convenience init() {
    self.init(descriptor: StandardError.descriptor)
  }

  /// Creates a sink that writes to a descriptor.
  ///
  /// The caller still owns the descriptor.
  public convenience init(descriptor: Int32) {
    self.init(
      descriptor: descriptor, patience: MessageWriter.defaultPatience,
      now: { MonotonicTime.nanosecondsSince1970() })
  }

  /// Creates a sink with a clock for the lines about dropped records.
  init(descriptor: Int32, patience: Duration, now: @escaping @Sendable () -> Int64) {
    writer = MessageWriter(to: descriptor, patience: patience) { dropped in
      LogRecord.missing(dropped, at: now()).jsonLine
    }
  }

  public func receive(_ record: LogRecord) {
    writer.write(line: record.jsonLine)
  }
}

extension LogRecord {
  /// Returns the record about the records that a descriptor did not accept.
  fileprivate static func missing(_ count: Int, at nanosecondsSince1970: Int64) -> LogRecord {
    LogRecord(
      nanosecondsSince1970: nanosecondsSince1970, severity: .warning, source: "ToolkitTelemetry",
      message: count == 1
        ? "1 previous record is missing: the descriptor did not accept it"
        : "\(count) previous records are missing: the descriptor did not accept them")
  }
}
