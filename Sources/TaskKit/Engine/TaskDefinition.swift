/// A task: what it does, when, and what it must wait for.
///
/// Declared in a binary or added at run time; the engine does not tell them apart.
struct TaskDefinition: Sendable {
  /// By what others depend on it, and what it is paused and destroyed by.
  var name: String

  /// The type that it was declared with, if it was: a dependency may name that.
  var type: (any Any.Type)? = nil

  var trigger: Trigger
  var priority: TaskManager.Priority

  /// The tasks that must have succeeded before it.
  var requires: [TaskReference]

  /// The tasks that must be over before it, if they run at all.
  var follows: [TaskReference]

  var properties: TaskProperties
  var body: TaskBody

  /// The function that it calls at the end of the process, if it ran.
  var shutdown: TaskBody? = nil

  /// A Boolean value that indicates whether it is destroyed when it has run once.
  var isRemovedAfterRun = false

  /// A Boolean value that indicates whether it is destroyed when it will not be due any more.
  var isRemovedWhenOver = false

  /// A Boolean value that indicates whether it only keeps others in order, and is in no report.
  var isSilent = false

  /// A Boolean value that indicates whether it is declared in a binary, rather than
  /// added at run time.
  var isDeclared = true

  /// The source location of the declaration, or of the call that added it.
  var location: CodeLocation
}
