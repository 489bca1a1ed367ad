/// A sink that discards every record.
///
/// Attached alone, it makes the toolkit silent:
///
/// ```swift
/// Logs.attach(DiscardingLogSink())
/// ```
public struct DiscardingLogSink: LogSink {
  /// Makes a sink.
  public init() {}

  public func receive(_ record: LogRecord) {}
}
