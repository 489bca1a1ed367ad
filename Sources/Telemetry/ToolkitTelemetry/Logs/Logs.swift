internal import Foundation
internal import ToolkitTrace

/// The log of the process: its records, and the sinks that receive them.
///
/// While no sink is attached, the toolkit writes its messages to standard error as lines of text,
/// and other records are dropped. While one is attached, messages go to the sinks alone:
///
/// ```swift
/// Logs.attach(Logs.preferredSink())
/// ```
///
/// - Concurrency: Everything here may be called from any thread at any time.
public enum Logs {
  /// The sinks of the process.
  static let center = LogCenter(
    now: { MonotonicTime.nanosecondsSince1970() }, setReceiver: { StandardError.setReceiver($0) },
    fallback: { StandardError.write(line: $0) })

  /// Gives every record to a sink, from a severity on.
  ///
  /// Records that are less severe are not written elsewhere. A record that a sink writes while it
  /// receives one, or that a task of it writes, goes to standard error as a line of text, so that
  /// no sink has to handle its own problems.
  ///
  /// - Parameters:
  ///   - sink: Receives records in the order of their attachment.
  ///   - minimumSeverity: The least severity of its records.
  /// - Returns: The attachment, which detaches the sink when it is cancelled.
  @discardableResult
  public static func attach(
    _ sink: any LogSink, minimumSeverity: LogRecord.Severity = .info
  ) -> LogSinkAttachment {
    center.attach(sink, minimumSeverity: minimumSeverity)
  }

  /// Gives a record to the sinks; does nothing if there are none.
  public static func write(_ record: LogRecord) {
    center.write(record)
  }

  /// A Boolean value that indicates whether a sink receives records.
  public static var hasSinks: Bool { center.hasSinks }

  /// Chooses a sink by what standard error is connected to.
  ///
  /// - Parameter environment: The variables; those of the process if left out.
  /// - Returns: A ``JournalSink`` if systemd has connected standard error to its journal, as the
  ///   variable `JOURNAL_STREAM` says; otherwise a ``JSONLinesSink`` on standard error.
  public static func preferredSink(environment: [String: String]? = nil) -> any LogSink {
    let environment = environment ?? ProcessInfo.processInfo.environment
    guard let stream = JournalStream(environment: environment),
      stream == JournalStream(of: StandardError.descriptor)
    else { return JSONLinesSink() }
    return JournalSink()
  }
}
