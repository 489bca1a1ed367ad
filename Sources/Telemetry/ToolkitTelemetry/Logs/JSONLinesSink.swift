internal import ToolkitTrace

/// A sink that writes each record as a JSON object on a line, to standard error or elsewhere.
///
/// ```
/// {"time":"2026-11-25T21:04:07.250Z","severity":"error","source":"TaskKit","message":"…"}
/// ```
///
/// Further members are `file` and `line`, `trace` and `span`, and `attributes`, where a record
/// has them.
///
/// - Concurrency: Lines come out whole. A reader that is slow keeps a thread waiting for 200 ms
///   at most; records that the descriptor does not take are dropped, and the next line says how
///   many were.
public final class JSONLinesSink: LogSink {
  private let writer: MessageWriter

  /// Makes a sink that writes to standard error.
  public convenience init() {
    self.init(descriptor: StandardError.descriptor)
  }

  /// Makes a sink that writes to a descriptor, which stays the caller's.
  public convenience init(descriptor: Int32) {
    self.init(
      descriptor: descriptor, patience: MessageWriter.defaultPatience,
      now: { MonotonicTime.nanosecondsSince1970() })
  }

  /// Makes a sink with a clock for the lines about dropped records.
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
  /// The record about records that a descriptor did not take.
  fileprivate static func missing(_ count: Int, at nanosecondsSince1970: Int64) -> LogRecord {
    LogRecord(
      nanosecondsSince1970: nanosecondsSince1970, severity: .warning, source: "ToolkitTelemetry",
      message: count == 1
        ? "1 record before this is missing: the descriptor did not take it"
        : "\(count) records before this are missing: the descriptor did not take them")
  }
}
