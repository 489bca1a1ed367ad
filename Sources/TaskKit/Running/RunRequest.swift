import CausalContext
import Foundation
import ToolkitTrace

/// Something that happened, for which tasks are to run.
struct RunRequest: @unchecked Sendable {
  // Why this is Sendable: everything but the notification is. What that carries is
  // for its poster to answer for, as with observers on queues.
  let occasion: Occasion
  /// The context that the tasks get.
  let context: TaskContext
  var notification: Notification? = nil
  /// The source location of the trigger.
  let place: CodeLocation
  /// A Boolean value that indicates whether it comes however often it has come, as tests have it.
  var isSimulated = false
  /// The number of runs that have caused one another; see ``RunMark/depth``.
  var depth = RunMark.nextDepth
  /// On whose behalf the tasks run.
  var cause = Trace.currentCause
  /// By which hops that came about.
  var trail = HopTrail.current
  /// The fresh states of its tasks, in place of the state of the process.
  var states = FreshStates.current
  /// Is told when the run begins, if there is anything to run.
  var begin: (@Sendable () -> Void)? = nil
  /// Is told when the run is over, or why there is none.
  let end: @Sendable (TaskRunReport?, TaskError?) -> Void
}
