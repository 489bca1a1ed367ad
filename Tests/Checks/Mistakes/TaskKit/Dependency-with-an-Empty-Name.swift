// The name of a dependency is empty.
import TaskKit

#task("LoadFeed", on: .idle, after: ["OpenStorage", ""]) { print("loading") }
// 53: error: 'after' has an empty name in it, which no task has; remove it (from macro 'task')
