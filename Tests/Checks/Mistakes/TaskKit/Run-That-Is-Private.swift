// The `run` of a task is private.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  private static func run() {}
  // 3: error: 'run' of 'LoadFeed' must not be private, because the task calls it from outside the
  //   type (from macro 'EventTask')
  // 3: note: replace it with 'fileprivate'
}
