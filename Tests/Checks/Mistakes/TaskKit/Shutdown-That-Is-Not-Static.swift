// The `shutdown` of a task is not static.
import TaskKit

@EventTask(on: .willFinishLaunching)
struct OpenStorage {
  static func run() {}
  func shutdown() {}
  // 3: error: 'shutdown' of 'OpenStorage' must be static, because a task has no instance (from
  //   macro 'EventTask')
  // 3: note: make it static
}
