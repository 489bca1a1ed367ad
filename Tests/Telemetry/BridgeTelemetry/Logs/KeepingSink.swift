import BridgeTelemetry
import Synchronization

/// A sink that keeps what it receives.
final class KeepingSink: LogSink {
  private let received = Mutex<[LogRecord]>([])

  var records: [LogRecord] { received.withLock(\.self) }

  func receive(_ record: LogRecord) {
    received.withLock { $0.append(record) }
  }
}
