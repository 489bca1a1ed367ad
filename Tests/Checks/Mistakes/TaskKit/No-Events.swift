// The list of events of a task is empty.
import TaskKit

@EventTask(on: [])
// 16: error: a task of no event never runs; name the events that it is for, such as
//   '.didFinishLaunching', or '.demand' for a task that runs when it is called by its name (from
//   macro 'EventTask')
// 16: note: replace it with '.<#event#>'
enum LoadFeed {
  static func run() {}
}
