// The `run` of a task is in an extension.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {}
// 6: error: 'LoadFeed' needs 'static func run()' with the work of the task, in the type itself and
//   not in an extension (from macro 'EventTask')
// 6: note: add 'static func run()'

extension LoadFeed {
  static func run() {}
}
