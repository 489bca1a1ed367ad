import Dispatch

/// The queue that the main actor runs on, and the one place that submits blocks to it.
///
/// A block of ``enqueue(_:)`` and a job of the main actor run on one serial queue, in the order
/// in which they were submitted, and `MainActor.assumeIsolated` passes in both. They differ
/// in their context:
///
/// | submitted by | inherits | inside a task | used for |
/// |---|---|---|---|
/// | ``enqueue(_:)`` | nothing | no | probes, changes of relays, jobs of an executor |
/// | `Task { @MainActor in … }` | task-locals and priority | yes | listeners and callbacks, whose own tasks start at once only inside a task |
/// | `Task.detached { @MainActor in … }` | nothing | yes | tasks of a manager, which belong to no caller |
///
/// A caller of ``enqueue(_:)`` whose block must know its cause wraps it in
/// `Inheritance.carrying(_:)`. A function around the two forms of a task would only wrap their
/// closures twice, so they are written where they are needed.
package enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  /// Gives the main queue the mark by which ``isCurrentByMark`` knows it.
  static func mark() {
    DispatchQueue.main.setSpecific(key: key, value: true)
  }

  /// A Boolean value that indicates whether the calling code runs in a block of the main queue.
  static var isCurrentByMark: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }

  /// Runs `body` in a later block of the main queue, never at once.
  ///
  /// - Concurrency: May be called from any thread. On Linux the block may run on another thread
  ///   than the one on which `main` starts.
  package static func enqueue(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: body)
  }
}
