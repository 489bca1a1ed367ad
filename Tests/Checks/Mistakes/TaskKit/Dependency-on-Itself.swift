// A task depends on itself.
import TaskKit

#task("LoadFeed", on: .idle, dependsOn: ["LoadFeed"]) { print("loading") }
// 1: error: 'LoadFeed' cannot wait for itself; remove it from its own dependencies (from macro 'task')
