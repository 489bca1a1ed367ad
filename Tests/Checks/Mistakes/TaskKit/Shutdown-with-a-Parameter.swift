// The `shutdown` of a task takes the context.
import TaskKit

@EventTask(on: .willFinishLaunching)
enum OpenStorage {
  static func run() {}
  static func shutdown(_ context: TaskContext) {}
  // 24: error: 'shutdown' of a task takes nothing (from macro 'EventTask')
  // 24: note: remove '_ context: TaskContext'
}
