/// A sink that discards all records.
///
/// If it is the only attached sink, the toolkit writes no messages:
///
/// ```swift
/// Logs.attach(DiscardingLogSink())
/// ```
public struct DiscardingLogSink: LogSink {
  /// Creates a sink.
  public init() {}

  public func receive(_ record: LogRecord) {}
}
