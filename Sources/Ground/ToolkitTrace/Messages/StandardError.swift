package import RecordFormat
import Synchronization

/// The toolkit's messages, which go to standard error unless a receiver takes them over.
package enum StandardError {
  /// The number of standard error's descriptor.
  package static let descriptor = standardErrorDescriptor

  private static let writer = MessageWriter(to: descriptor)

  /// Reports an error that no code of the app catches.
  ///
  /// Like ``write(_:)``, as a line that begins with the source, and with the error's location if
  /// it has one.
  package static func report(
    _ error: some ModularityError, source: String, severity: ToolkitMessage.Severity = .error
  ) {
    write(ToolkitMessage(about: error, source: source, severity: severity))
  }

  /// Gives a message to the receiver or, without one, writes its line to standard error.
  ///
  /// Never stops the process and never throws.
  ///
  /// - Concurrency: May be called from any thread. The receiver is called on this thread.
  package static func write(_ message: ToolkitMessage) {
    if !MessageReceiver.process.receive(message) { write(line: message.line) }
  }

  /// Writes a line to standard error, whether there is a receiver or not.
  ///
  /// A line that standard error does not take, because it is closed, full, or without a reader,
  /// is dropped, and the next one that is written says how many were.
  ///
  /// - Concurrency: May be called from any thread; lines come out whole. Waits for a
  ///   reader that is slow for ``MessageWriter/defaultPatience`` at most, and not at all
  ///   while standard error is stuck.
  package static func write(line: String) {
    writer.write(line)
  }

  /// Sets the function that gets messages in place of standard error; `nil` to write them there.
  ///
  /// - Concurrency: The function is called on the threads of the messages, several at once, with
  ///   no lock held. One that is being called may still run when this returns.
  package static func setReceiver(_ receiver: (@Sendable (ToolkitMessage) -> Void)?) {
    MessageReceiver.process.set(receiver)
  }
}

/// The function that gets the toolkit's messages in place of standard error, while there is one.
///
/// - Concurrency: May be used from any thread. The function is called, and a replaced one
///   released, without the lock.
final class MessageReceiver: Sendable {
  typealias Function = @Sendable (ToolkitMessage) -> Void

  /// The receiver of the process.
  static let process = MessageReceiver()

  // Without a receiver, a message costs one look at this.
  private let isSet = Atomic(false)
  private let function = Mutex<Function?>(nil)

  /// Gives a message to the function.
  ///
  /// - Returns: `false` if there is none.
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
