import Declarations

/// A task as its declaration has it, before its dependencies are found.
struct DraftTask {
  typealias Reference = TaskSchema.Reference

  let id: ModuleGraph.Node.ID
  let name: String
  let module: String
  let location: CodeLocation
  var priority = 2
  /// The type that it is declared with, with all types that it is in.
  var type: String?
  var isOnMain = false
  var requires: [Reference] = []
  var follows: [Reference] = []
  /// The moments of TaskKit that it runs at, if they are known.
  var events: [String]?
  /// When the clock makes it run; `nil` for a task without a schedule.
  var timing: DraftTiming?
}

/// When the clock makes a task run.
enum DraftTiming: Hashable {
  case cron(String, zone: String?)
  /// The source of a `Schedule` expression, which only the running program can evaluate.
  case expression(String)
  /// A date in seconds since 1970, how often in all (nothing for ever), and every
  /// so many seconds.
  case date(Double, times: Int?, every: Double)
}
