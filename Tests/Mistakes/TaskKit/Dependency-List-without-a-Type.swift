// The function `dependency` of a task returns nothing.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run() {}
  static func dependency() {}
  // 15: error: 'dependency' of a task must be '[Any]', '[Any.Type]' or '[String]' (from macro
  //   'EventTask')
}
