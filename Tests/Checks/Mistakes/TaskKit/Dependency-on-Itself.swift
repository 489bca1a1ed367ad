// A task depends on itself.
import TaskKit

#task("LoadFeed", on: .idle, dependsOn: ["LoadFeed"]) { print("loading") }
// 1: error: 'LoadFeed' cannot wait for itself; remove it from what it waits for (from macro 'task')
