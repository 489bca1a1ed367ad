internal import Foundation
internal import Synchronization
internal import ToolkitTrace

/// A sink that writes to the journal of systemd, with fields.
///
/// The fields are `MESSAGE`, `PRIORITY`, `SYSLOG_IDENTIFIER` and `MODULARITYKIT_SOURCE`;
/// `CODE_FILE` and `CODE_LINE`, `TRACE_ID` and `SPAN_ID`, where a record has them; and one for each
/// attribute, such as `MODULARITYKIT_KHALA_URL`:
///
/// ```
/// journalctl -t harbor MODULARITYKIT_SOURCE=TaskKit -o verbose
/// ```
///
/// A record that the journal does not take goes to standard error as a line of text. The first
/// one is preceded by a line that says why, and so is the first after the journal has taken some.
///
/// - Concurrency: A journal that does not read keeps a thread waiting for 200 ms, and then none
///   until it reads again.
public final class JournalSink: LogSink {
  /// The path of the journal's socket.
  public static let standardPath = "/run/systemd/journal/socket"

  private let socket: JournalSocket
  private let identifier: String
  private let fallback: @Sendable (String) -> Void
  /// A Boolean value that indicates whether the journal has not taken the latest record.
  private let isFailing = Atomic(false)

  /// Makes a sink.
  ///
  /// - Parameters:
  ///   - path: The path of the journal's socket.
  ///   - identifier: The `SYSLOG_IDENTIFIER`; the name of the process if left out.
  public convenience init(path: String = standardPath, identifier: String? = nil) {
    self.init(
      path: path, identifier: identifier ?? ProcessInfo.processInfo.processName,
      patience: MessageWriter.defaultPatience, fallback: { StandardError.write(line: $0) })
  }

  /// Makes a sink with a function that writes what the journal does not take.
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
          ToolkitTelemetry: the journal at '\(socket.path)' has not taken a record, which \
          follows: \(error). Start systemd-journald, or attach a JSONLinesSink instead.
          """)
      }
      fallback(record.line)
    }
  }
}

/// A reason for which the journal's socket does not take an entry.
struct JournalSocketError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// A call of the system has failed, with this number in `errno`.
  static func call(_ name: String, number: Int32) -> JournalSocketError {
    JournalSocketError("\(name) failed: \(unsafe String(cString: strerror(number)))")
  }
}
