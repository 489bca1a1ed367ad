import Synchronization
import ToolkitTelemetry

/// A sink that keeps what it receives.
final class RecordingSink: LogSink {
  private let received = Mutex<[LogRecord]>([])

  var records: [LogRecord] { received.withLock(\.self) }

  var messages: [String] { records.map(\.message) }

  func receive(_ record: LogRecord) {
    received.withLock { $0.append(record) }
  }
}
