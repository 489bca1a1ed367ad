// An observable property is global.
// Make it a property of a class of the main actor, or declare a `SharedRelay`.
import Pharos

@Relayed var count = 0
// 1: error: property wrappers are not yet supported in top-level code
// 14: error in mode 6: var 'count' is not concurrency-safe because it is nonisolated global shared
//   mutable state [#MutableGlobalVariable]
// 14: note in mode 6: convert 'count' to a 'let' constant to make 'Sendable' shared state immutable
// 14: note in mode 6: add '@MainActor' to make var 'count' part of global actor 'MainActor'
// 14: note in mode 6: disable concurrency-safety checks if accesses are protected by an external
//   synchronization mechanism
