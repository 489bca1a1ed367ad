// The `run` of a task is not static.
import TaskKit

@EventTask(on: .idle)
struct LoadFeed {
  func run() {}
  // 3: error: 'run' of 'LoadFeed' must be static, because a task has no instance (from macro
  //   'EventTask')
  // 3: note: make it static
}
