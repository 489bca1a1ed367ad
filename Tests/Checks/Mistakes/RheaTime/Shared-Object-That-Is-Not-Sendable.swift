// A callback uses a global object that is not `Sendable`.
// Give the object to the main actor, or keep its state in a `Mutex` and make the class `Sendable`.
import RheaTime

final class Cache {
  // 13: note in mode 6: class 'Cache' does not conform to the 'Sendable' protocol
  var count = 0
}
let cache = Cache()
// 5: error in mode 6: let 'cache' is not concurrency-safe because non-'Sendable' type 'Cache' may
//   have shared mutable state [#MutableGlobalVariable]
// 5: note in mode 6: add '@MainActor' to make let 'cache' part of global actor 'MainActor'
// 5: note in mode 6: disable concurrency-safety checks if accesses are protected by an external
//   synchronization mechanism

#rhea(time: .premain, async: true) { cache.count += 1 }
