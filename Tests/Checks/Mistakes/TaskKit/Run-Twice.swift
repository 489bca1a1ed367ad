// A task has two functions `run`.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run() {}
  static func run(_ context: TaskContext) {}
  // 3: error: 'LoadFeed' has several static 'run', and a task does only one thing; rename the
  //   others (from macro 'EventTask')
}
