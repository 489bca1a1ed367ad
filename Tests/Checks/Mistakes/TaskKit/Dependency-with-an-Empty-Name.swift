// The name of a dependency is empty.
import TaskKit

#task("LoadFeed", on: .idle, after: ["OpenStorage", ""]) { print("loading") }
// 53: error: 'after' contains an empty name, which no task has; remove it (from macro 'task')
