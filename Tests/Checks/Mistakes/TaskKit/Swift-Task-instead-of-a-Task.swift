// A task of TaskKit is written as an attribute of a closure.
// Write `#task("LoadFeed", on: .idle) { … }`.
import TaskKit

@task("LoadFeed", on: .idle)
// 2: error: unknown attribute 'task'
let load = { print("loading") }
// 5: error in mode 6: let 'load' is not concurrency-safe because non-'Sendable' type '() -> ()' may
//   have shared mutable state [#MutableGlobalVariable]
// 5: note in mode 6: add '@MainActor' to make let 'load' part of global actor 'MainActor'
// 5: note in mode 6: disable concurrency-safety checks if accesses are protected by an external
//   synchronization mechanism
