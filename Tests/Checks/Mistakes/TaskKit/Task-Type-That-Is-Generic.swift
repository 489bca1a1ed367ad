// A type that is a task is generic.
import TaskKit

@EventTask(on: .idle)
struct Load<Value> {
  // 12: error: 'Load' is generic, so it would declare many tasks at once; a task has one type
  //   (from macro 'EventTask')
  static func run() {}
}
