// The function `dependency` of a task returns nothing.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run() {}
  static func dependency() {}
  // 15: error: 'dependency' of a task is '[Any]', '[Any.Type]' or '[String]' (from macro
  //   'EventTask')
}
