// The `dependency` of a task has a number in it.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run() {}
  static var dependency: [Any] { ["OpenStorage", 5] }
  // 50: error: 'dependency' of a task is a list of types such as 'Name.self' and of names; '5' is
  //   neither (from macro 'EventTask')
}
