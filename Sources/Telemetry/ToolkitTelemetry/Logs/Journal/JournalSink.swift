internal import Foundation
internal import Synchronization
internal import ToolkitTrace

/// A sink that writes to the journal of systemd, with structured fields.
///
/// The fields are `MESSAGE`, `PRIORITY`, `SYSLOG_IDENTIFIER` and `MODULARITYKIT_SOURCE`. If a
/// record has them, the fields `CODE_FILE`, `CODE_LINE`, `TRACE_ID` and `SPAN_ID` are added, and
/// one for each attribute, such as `MODULARITYKIT_KHALA_URL`:
///
/// ```
/// journalctl -t harbor MODULARITYKIT_SOURCE=TaskKit -o verbose
/// ```
///
/// A record that the journal does not accept is written to standard error as a line of text. A line
/// with the reason precedes it if the journal accepted the previous record.
///
/// - Concurrency: A journal that does not read blocks a thread for 200 ms. After that, it blocks no
///   thread until it reads again.
public final class JournalSink: LogSink {
  /// The path of the socket of the journal.
  public static let standardPath = "/run/systemd/journal/socket"

  private let socket: JournalSocket
  private let identifier: String
  private let fallback: @Sendable (String) -> Void
  /// A Boolean value that indicates whether the journal did not accept the latest record.
  private let isFailing = Atomic(false)

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - path: The path of the socket of the journal.
  ///   - identifier: The `SYSLOG_IDENTIFIER`. By default, the name of the process.
  public convenience init(path: String = standardPath, identifier: String? = nil) {
    self.init(
      path: path, identifier: identifier ?? ProcessInfo.processInfo.processName,
      patience: MessageWriter.defaultPatience, fallback: { StandardError.write(line: $0) })
  }

  /// Creates a sink with a function that writes the records that the journal does not accept.
  init(
    path: String, identifier: String, patience: Duration,
    fallback: @escaping @Sendable (String) -> Void
  ) {
    socket = JournalSocket(path: path, patience: patience)
    self.identifier = identifier
    self.fallback = fallback
  }

  public func receive(_ record: LogRecord) {
    let entry = JournalEntry(record, identifier: identifier).bytes
    do throws(JournalSocketError) {
      try socket.send(entry, isPatient: !isFailing.load(ordering: .relaxed))
      isFailing.store(false, ordering: .relaxed)
    } catch {
      let isFirst = !isFailing.exchange(true, ordering: .relaxed)
      if isFirst {
        fallback(
          """
          ToolkitTelemetry: the journal at '\(socket.path)' did not accept the following record: \
          \(error). Start systemd-journald, or attach a JSONLinesSink instead.
          """)
      }
      fallback(record.line)
    }
  }
}

/// The reason why the socket of the journal does not accept an entry.
struct JournalSocketError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Returns the error of a failed system call with this `errno`.
  static func call(_ name: String, number: Int32) -> JournalSocketError {
    JournalSocketError("\(name) failed: \(unsafe String(cString: strerror(number)))")
  }
}
