// `@EventTask` is on a function.
import TaskKit

@EventTask(on: .idle)
// 1: error: '@EventTask' is for a type with 'static func run()': an enumeration, a structure, a
//   class or an actor (from macro 'EventTask')
func loadFeed() {}
