import Dispatch

/// The queue that the main actor runs on.
enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  /// Gives the main queue the mark by which ``isCurrentByMark`` knows it.
  static func mark() {
    DispatchQueue.main.setSpecific(key: key, value: true)
  }

  /// A Boolean value that indicates whether the calling code runs in a block of the main queue.
  static var isCurrentByMark: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }

  /// Runs `body` in a later block of the main queue.
  static func enqueue(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: body)
  }
}
