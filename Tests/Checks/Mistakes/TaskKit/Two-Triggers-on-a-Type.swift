// A type has two triggers.
// Write `on: [.didFinishLaunching, .reload]` for several events; for others, declare a second task.
import TaskKit

@EventTask(on: .didFinishLaunching)
// error in the expansion: multiple definitions of symbol 'modkit$task$LoadFeed'
@TimerTask(every: 60)
enum LoadFeed {
  static func run() {}
}
