// The list of events of a task is empty.
import TaskKit

@EventTask(on: [])
// 16: error: a task without an event never runs; name its events, such as '.didFinishLaunching', or
//   '.demand' for a task that you run by its name (from macro 'EventTask')
// 16: note: replace it with '.<#event#>'
enum LoadFeed {
  static func run() {}
}
