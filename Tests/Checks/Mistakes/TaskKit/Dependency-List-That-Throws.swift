// The `dependency` of a task can throw.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run() {}
  static func dependency() throws -> [Any] { [] }
  // 28: error: 'dependency' of a task can neither throw nor wait (from macro 'EventTask')
}
