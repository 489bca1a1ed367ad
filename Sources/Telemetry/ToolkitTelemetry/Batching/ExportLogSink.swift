internal import ToolkitTrace

/// The sink of the records that are exported.
struct ExportLogSink: LogSink {
  /// The source of messages about the export itself.
  static let ownSource = "ToolkitTelemetry"

  private let queue: BatchQueue<LogRecord>

  /// Makes a sink that keeps records in a queue.
  init(_ queue: BatchQueue<LogRecord>) {
    self.queue = queue
  }

  func receive(_ record: LogRecord) {
    // A collector that cannot be reached would not get the message about that.
    guard record.source != Self.ownSource else { return StandardError.write(line: record.line) }
    queue.keep(record)
  }
}

/// A sink that ignores all records.
struct DisabledLogSink: LogSink {
  func receive(_ record: LogRecord) {}
}
