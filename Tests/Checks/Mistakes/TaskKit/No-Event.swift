// The event of a task is `.none`.
import TaskKit

#task("LoadFeed", on: .none) { print("loading") }
// 23: error: a task of no event never runs; name the events that it is for, such as
//   '.didFinishLaunching', or '.demand' for a task that runs when it is called by its name (from
//   macro 'task')
// 23: note: replace it with '.<#event#>'
