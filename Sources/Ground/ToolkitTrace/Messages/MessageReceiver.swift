import Synchronization

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
