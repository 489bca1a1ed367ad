// The `run` of a task is inside `#if`.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  #if DEBUG
    static func run() {}
  // 5: error: 'run' of a task cannot be inside '#if'; put the condition into it (from macro
  //   'EventTask')
  #endif
}
