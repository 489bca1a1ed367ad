import Foundation
import ToolkitTrace

/// An occurrence of a trigger, for which tasks are to run.
///
/// `@unchecked Sendable`: everything but the notification is `Sendable`, and a notification is
/// posted to observers on other queues by the same rule: its poster must not change what it
/// carries.
struct RunRequest: @unchecked Sendable {
  let occasion: Occasion
  /// The context that the tasks get.
  let context: TaskContext
  var notification: Notification? = nil
  /// The source location of the trigger.
  let location: CodeLocation
  /// A Boolean value that indicates whether an event that comes once may come again, for tests.
  var isSimulated = false
  /// The number of runs that have caused one another; see ``RunMark/depth``.
  var depth = RunMark.nextDepth
  /// The operation that caused the run, for traces.
  var cause = Trace.currentCause
  /// The hops that led to the run.
  var trail = HopTrail.current
  /// The fresh states of its tasks, in place of the state of the process.
  var states = FreshStates.current
  /// Called when the run begins; not if there is nothing to run.
  var begin: (@Sendable () -> Void)? = nil
  /// Called when the run has ended, or with the reason why there is none.
  let end: @Sendable (TaskRunReport?, TaskError?) -> Void
}
