// A task changes a global variable that belongs to no actor.
// Give it to an actor, for instance with `@MainActor`, or keep it in a `Mutex`.
import TaskKit

var count = 0
// 5: error in mode 6: var 'count' is not concurrency-safe because it is nonisolated global shared
//   mutable state [#MutableGlobalVariable]
// 5: note in mode 6: convert 'count' to a 'let' constant to make 'Sendable' shared state immutable
// 5: note in mode 6: add '@MainActor' to make var 'count' part of global actor 'MainActor'
// 5: note in mode 6: disable concurrency-safety checks if accesses are protected by an external
//   synchronization mechanism

#task("Count", on: .didBecomeActive) { count += 1 }
