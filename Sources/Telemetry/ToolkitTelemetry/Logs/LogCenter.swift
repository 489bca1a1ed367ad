internal import Synchronization
internal import ToolkitTrace

/// The attached sinks, which receive the messages of the toolkit while at least one is attached.
///
/// - Concurrency: Can be used from any thread. Sinks are called and released without the lock.
final class LogCenter: Sendable {
  typealias Receiver = @Sendable (ToolkitMessage) -> Void

  private struct Entry {
    let number: UInt64
    let sink: any LogSink
    let minimumSeverity: LogRecord.Severity
    let isObserver: Bool
  }

  private struct State {
    var entries: [Entry] = []
    var lastNumber: UInt64 = 0
  }

  /// A Boolean value that indicates whether the current code runs inside a sink.
  @TaskLocal private static var isInSink = false

  private let now: @Sendable () -> Int64
  private let setReceiver: @Sendable (Receiver?) -> Void
  private let fallback: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Creates a center without sinks.
  ///
  /// - Parameters:
  ///   - now: Returns the time of day, in nanoseconds since 1970-01-01 00:00 UTC.
  ///   - setReceiver: Sets the receiver of messages, or removes it with `nil`. It is called with
  ///     the lock, so that the last call matches the latest state.
  ///   - fallback: Writes lines that no sink can receive.
  init(
    now: @escaping @Sendable () -> Int64, setReceiver: @escaping @Sendable (Receiver?) -> Void,
    fallback: @escaping @Sendable (String) -> Void
  ) {
    self.now = now
    self.setReceiver = setReceiver
    self.fallback = fallback
  }

  var hasSinks: Bool { state.withLock { !$0.entries.isEmpty } }

  /// Attaches a sink.
  ///
  /// - Parameters:
  ///   - sink: The sink.
  ///   - minimumSeverity: The lowest severity of its records.
  ///   - isObserver: Whether the sink only observes: messages are still written to standard error
  ///     if all sinks are observers.
  /// - Returns: The attachment.
  @discardableResult
  func attach(
    _ sink: any LogSink, minimumSeverity: LogRecord.Severity, isObserver: Bool = false
  ) -> LogSinkAttachment {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.entries.append(
        Entry(
          number: state.lastNumber, sink: sink, minimumSeverity: minimumSeverity,
          isObserver: isObserver))
      if state.entries.count == 1 { setReceiver { self.receive($0) } }
      return state.lastNumber
    }
    return LogSinkAttachment(center: self, number: number)
  }

  func detach(_ number: UInt64) {
    // The sink is released without the lock, because its deinitializer may run code of the app.
    let removed = state.withLock { state -> Entry? in
      guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return nil }
      let removed = state.entries.remove(at: index)
      if state.entries.isEmpty { setReceiver(nil) }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// Passes a record to the sinks.
  func write(_ record: LogRecord) {
    let entries = state.withLock(\.entries)
    guard !entries.isEmpty else { return }
    guard !Self.isInSink else { return fallback(record.line) }
    deliver(record, to: entries)
  }

  /// Passes a message to the sinks.
  ///
  /// If the last one was just detached, writes the message instead.
  private func receive(_ message: ToolkitMessage) {
    let entries = state.withLock(\.entries)
    guard !entries.isEmpty, !Self.isInSink else { return fallback(message.line) }
    if entries.allSatisfy(\.isObserver) { fallback(message.line) }
    let record = LogRecord(
      message, nanosecondsSince1970: now(), span: Trace.currentLink)
    deliver(record, to: entries)
  }

  /// Passes a record to sinks.
  ///
  /// A problem of the export itself is passed to other sinks. If there are none, it is written to
  /// standard error, so that it is written once.
  private func deliver(_ record: LogRecord, to entries: [Entry]) {
    let isOwn = record.source == ExportLogSink.ownSource
    var (isSkipped, isTaken) = (false, false)
    Self.$isInSink.withValue(true) {
      for entry in entries where record.severity >= entry.minimumSeverity {
        if isOwn, entry.sink is ExportLogSink {
          isSkipped = true
        } else {
          entry.sink.receive(record)
          isTaken = true
        }
      }
    }
    if isSkipped, !isTaken { fallback(record.line) }
  }
}

/// A log sink that is attached to the process until it is cancelled.
///
/// Releasing this value does *not* detach the sink.
public struct LogSinkAttachment: Sendable {
  private let center: LogCenter
  private let number: UInt64

  init(center: LogCenter, number: UInt64) {
    self.center = center
    self.number = number
  }

  /// Detaches the sink and releases it.
  ///
  /// Cancelling it again has no effect.
  ///
  /// - Concurrency: Can be called from any thread, and from ``LogSink/receive(_:)``. A record that
  ///   another thread is writing may still be received afterwards.
  public func cancel() {
    center.detach(number)
  }
}
