// The `run` of a task is in an extension.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {}
// 6: error: 'LoadFeed' needs 'static func run()', in the type itself and not in an extension: it is
//   what the task does (from macro 'EventTask')
// 6: note: add 'static func run()'

extension LoadFeed {
  static func run() {}
}
