import Dispatch

/// The queue of the main actor.
///
/// All code of the toolkit that submits blocks to this queue uses this type.
///
/// Blocks of ``enqueue(_:)`` and jobs of the main actor run on the same serial queue, in the order
/// in which they were submitted, and `MainActor.assumeIsolated` succeeds in both. They differ in
/// their context:
///
/// | submitted by | inherits | inside a task | used for |
/// |---|---|---|---|
/// | ``enqueue(_:)`` | nothing | no | probes, changes of relays, jobs of an executor |
/// | `Task { @MainActor in … }` | task-locals and priority | yes | listeners and callbacks, whose own tasks start at once only inside a task |
/// | `Task.detached { @MainActor in … }` | nothing | yes | tasks of a manager, which belong to no caller |
///
/// If a block of ``enqueue(_:)`` must know its cause, the caller wraps it in
/// `Inheritance.carrying(_:)`. The two forms of tasks have no functions here, because these would
/// only wrap the closures twice.
package enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  /// Marks the main queue, so that ``isCurrentByMark`` can recognize it.
  static func mark() {
    DispatchQueue.main.setSpecific(key: key, value: true)
  }

  /// A Boolean value that indicates whether the calling code runs in a block of the main queue.
  static var isCurrentByMark: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }

  /// Runs `body` in a later block of the main queue, never immediately.
  ///
  /// - Concurrency: Can be called from any thread. On Linux, the block may run on a different
  ///   thread from the one on which `main` started.
  package static func enqueue(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: body)
  }
}
