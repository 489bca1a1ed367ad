internal import Foundation
internal import ToolkitTrace

/// The log of the process: its records, and the sinks that receive them.
///
/// While no sink is attached, the toolkit writes its messages to standard error as lines of text,
/// and drops other records. While a sink is attached, only the sinks receive messages:
///
/// ```swift
/// Logs.attach(Logs.preferredSink())
/// ```
///
/// - Concurrency: Can be used from any thread at any time.
public enum Logs {
  /// The sinks of the process.
  static let center = LogCenter(
    now: { MonotonicTime.nanosecondsSince1970() }, setReceiver: { StandardError.setReceiver($0) },
    fallback: { StandardError.write(line: $0) })

  /// Attaches a sink, which receives all records from a severity on.
  ///
  /// Less severe records are not written elsewhere. If a sink, or a task that it starts, writes a
  /// record while it receives another one, this record is written to standard error as a line of
  /// text. A sink therefore does not need to handle its own problems.
  ///
  /// - Parameters:
  ///   - sink: The sink. Sinks receive records in the order in which they were attached.
  ///   - minimumSeverity: The lowest severity of its records.
  /// - Returns: The attachment, which you can use to detach the sink.
  @discardableResult
  public static func attach(
    _ sink: any LogSink, minimumSeverity: LogRecord.Severity = .info
  ) -> LogSinkAttachment {
    center.attach(sink, minimumSeverity: minimumSeverity)
  }

  /// Attaches a sink that only observes.
  ///
  /// Messages of the toolkit are still written to standard error if all sinks are observers.
  package static func observe(by sink: any LogSink) -> LogSinkAttachment {
    center.attach(sink, minimumSeverity: .debug, isObserver: true)
  }

  /// Passes a record to the sinks.
  ///
  /// If no sink is attached, this has no effect.
  public static func write(_ record: LogRecord) {
    center.write(record)
  }

  /// A Boolean value that indicates whether a sink is attached.
  public static var hasSinks: Bool { center.hasSinks }

  /// Returns a sink that matches the connection of standard error.
  ///
  /// - Parameter environment: The environment variables, by default the variables of the process.
  /// - Returns: A ``JournalSink`` if systemd has connected standard error to its journal, according
  ///   to the variable `JOURNAL_STREAM`. Otherwise, a ``JSONLinesSink`` for standard error.
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
/// - Concurrency: ``receive(_:)`` is called on the thread that wrote the message, without a lock.
///   Several threads may call it at the same time.
public protocol LogSink: Sendable {
  /// Receives a record.
  func receive(_ record: LogRecord)
}

/// Identifies a stream to the journal with the device and the inode of its descriptor.
struct JournalStream: Equatable {
  private let device: UInt64
  private let inode: UInt64

  /// Reads the variable `JOURNAL_STREAM`, which systemd sets for services whose output it receives.
  ///
  /// A process with redirected standard error also inherits the variable. The variable is therefore
  /// only used if it matches the stream of the descriptor.
  init?(environment: [String: String]) {
    guard let parts = environment["JOURNAL_STREAM"]?.split(separator: ":"), parts.count == 2,
      let device = UInt64(parts[0]), let inode = UInt64(parts[1])
    else { return nil }
    self.device = device
    self.inode = inode
  }

  /// Reads the device and the inode of an open descriptor.
  init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
