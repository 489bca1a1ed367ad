// The `shutdown` of a task returns a value.
import TaskKit

@EventTask(on: .willFinishLaunching)
enum OpenStorage {
  static func run() {}
  static func shutdown() -> Bool { true }
  // 26: error: 'shutdown' of a task returns nothing, because no other task can read it (from macro
  //   'EventTask')
  // 26: note: remove '-> Bool'
}
