/// A destination of log records.
///
/// - Concurrency: ``receive(_:)`` is called on the thread that wrote the message, with no lock
///   held. Several threads may call it at once.
public protocol LogSink: Sendable {
  /// Takes a record.
  func receive(_ record: LogRecord)
}
