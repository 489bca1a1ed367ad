// The dependencies are a constant.
// Write the list out, or return it by `static var dependency: [Any]` of a type that is a task.
import TaskKit

let needs: [Any] = ["OpenStorage"]
// 5: error in mode 6: let 'needs' is not concurrency-safe because non-'Sendable' type '[Any]' may
//   have shared mutable state [#MutableGlobalVariable]
// 5: note in mode 6: add '@MainActor' to make let 'needs' part of global actor 'MainActor'
// 5: note in mode 6: disable concurrency-safety checks if accesses are protected by an external
//   synchronization mechanism

#task("LoadFeed", on: .idle, dependsOn: needs) { print("loading") }
// 41: error: 'dependsOn' must be an array literal, because it is read when the program is compiled;
//   'needs' is not; to compute dependencies when the program runs, declare a task type with 'static
//   var dependency: [Any]' (from macro 'task')
