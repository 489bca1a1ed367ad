import Logging
import Synchronization

/// A handler that keeps what loggers write.
final class RecordedLog: Sendable {
  private let kept = Mutex<[LogEvent]>([])

  var events: [LogEvent] { kept.withLock { $0 } }

  func keep(_ event: LogEvent) { kept.withLock { $0.append(event) } }
}

struct RecordingLogHandler: LogHandler {
  let log: RecordedLog
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  init(_ log: RecordedLog) { self.log = log }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { log.keep(event) }
}
