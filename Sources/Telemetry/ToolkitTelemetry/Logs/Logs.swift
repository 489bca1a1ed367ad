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

/// A destination of log records.
///
/// - Concurrency: ``receive(_:)`` is called on the thread that wrote the message, with no lock
///   held. Several threads may call it at once.
public protocol LogSink: Sendable {
  /// Takes a record.
  func receive(_ record: LogRecord)
}

/// The identity of a stream into the journal: the device and the inode of its descriptor.
struct JournalStream: Equatable {
  private let device: UInt64
  private let inode: UInt64

  /// Reads the variable `JOURNAL_STREAM`, which systemd sets for services whose output it takes.
  ///
  /// A process that redirects its standard error inherits the variable, too; so it counts only
  /// if it is equal to the stream of the descriptor.
  init?(environment: [String: String]) {
    guard let parts = environment["JOURNAL_STREAM"]?.split(separator: ":"), parts.count == 2,
      let device = UInt64(parts[0]), let inode = UInt64(parts[1])
    else { return nil }
    self.device = device
    self.inode = inode
  }

  /// Reads the identity of an open descriptor.
  init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
