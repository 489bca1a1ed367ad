package import RecordFormat
import Synchronization

/// Writes the messages of the toolkit to standard error, or passes them to a receiver.
package enum StandardError {
  /// The descriptor number of standard error.
  package static let descriptor = standardErrorDescriptor

  private static let writer = MessageWriter(to: descriptor)

  /// Reports an error that no code of the app handles.
  ///
  /// The line starts with the source and, if the error has one, its location. See ``write(_:)``.
  package static func report(
    _ error: some ModularityError, source: String, severity: ToolkitMessage.Severity = .error
  ) {
    write(ToolkitMessage(about: error, source: source, severity: severity))
  }

  /// Passes a message to the receiver.
  ///
  /// Without a receiver, writes its line to standard error.
  ///
  /// It never stops the process and never throws an error.
  ///
  /// - Concurrency: Can be called from any thread. The receiver is called on this thread.
  package static func write(_ message: ToolkitMessage) {
    if !MessageReceiver.process.receive(message) { write(line: message.line) }
  }

  /// Writes a line to standard error, even if a receiver is set.
  ///
  /// If standard error is closed, full, or has no reader, the line is dropped. The next line that
  /// is written includes the number of dropped lines.
  ///
  /// - Concurrency: Can be called from any thread. Lines are not mixed. It waits for a slow reader
  ///   for up to ``MessageWriter/defaultPatience``, and does not wait while standard error is
  ///   blocked.
  package static func write(line: String) {
    writer.write(line)
  }

  /// Sets the function that receives messages instead of standard error, or removes it with `nil`.
  ///
  /// - Concurrency: The function is called on the threads of the messages, several at the same
  ///   time, without a lock. When this function returns, the previous function may still be
  ///   running.
  package static func setReceiver(_ receiver: (@Sendable (ToolkitMessage) -> Void)?) {
    MessageReceiver.process.set(receiver)
  }
}

/// The optional function that receives the messages of the toolkit instead of standard error.
///
/// - Concurrency: Can be used from any thread. The function is called without the lock, and a
///   replaced function is released without the lock.
final class MessageReceiver: Sendable {
  typealias Function = @Sendable (ToolkitMessage) -> Void

  /// The receiver of the process.
  static let process = MessageReceiver()

  // Without a receiver, a message only reads this flag.
  private let isSet = Atomic(false)
  private let function = Mutex<Function?>(nil)

  /// Passes a message to the function.
  ///
  /// - Returns: `false` if no function is set.
  func receive(_ message: ToolkitMessage) -> Bool {
    guard isSet.load(ordering: .relaxed), let function = function.withLock({ $0 }) else {
      return false
    }
    function(message)
    return true
  }

  /// Sets the function, or removes it with `nil`.
  func set(_ new: Function?) {
    var replaced = new
    function.withLock { current in
      swap(&current, &replaced)
      isSet.store(current != nil, ordering: .relaxed)
    }
  }
}
