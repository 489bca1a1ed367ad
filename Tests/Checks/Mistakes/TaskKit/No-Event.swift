// The event of a task is `.none`.
import TaskKit

#task("LoadFeed", on: .none) { print("loading") }
// 23: error: a task without an event never runs; name its events, such as '.didFinishLaunching', or
//   '.demand' for a task that you run by its name (from macro 'task')
// 23: note: replace it with '.<#event#>'
