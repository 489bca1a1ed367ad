// The `dependency` of a task is a list of numbers.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run() {}
  static var dependency: [Int] { [5] }
  // 26: error: 'dependency' of a task is '[Any]', '[Any.Type]' or '[String]': types and names, and
  //   nothing else (from macro 'EventTask')
  // 26: note: make it '[Any]'
}
