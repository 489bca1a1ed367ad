// The `dependency` of a task takes the context.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run() {}
  static func dependency(_ context: TaskContext) -> [Any] { [] }
  // 26: error: 'dependency' of a task takes nothing; remove the parameter (from macro 'EventTask')
}
