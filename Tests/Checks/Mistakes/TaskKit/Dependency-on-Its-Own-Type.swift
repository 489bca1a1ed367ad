// A type that is a task depends on itself.
import TaskKit

@EventTask(on: .idle, after: [LoadFeed.self])
// 1: error: 'LoadFeed' cannot wait for itself; remove it from its own dependencies (from macro
//   'EventTask')
enum LoadFeed {
  static func run() {}
}
