// `@EventTask` is on an extension.
import TaskKit

enum LoadFeed {}

@EventTask(on: .idle)
// 1: error: '@EventTask' cannot stand on an extension; write it before the type 'LoadFeed' itself
//   (from macro 'EventTask')
extension LoadFeed {
  static func run() {}
}
