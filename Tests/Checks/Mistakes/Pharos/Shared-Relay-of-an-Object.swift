// A shared relay has values that are not `Sendable`.
// Make the class `Sendable`, or share a structure.
import Pharos

final class Cart {
  // 13: note in mode 6: class 'Cart' does not conform to the 'Sendable' protocol
  var items: [String] = []
}

let cart = SharedRelay(Cart())
// 12: error in mode 6: type 'Cart' does not conform to the 'Sendable' protocol
// 5: error in mode 6: let 'cart' is not concurrency-safe because non-'Sendable' type
//   'SharedRelay<Cart>' may have shared mutable state [#MutableGlobalVariable]
// 5: note in mode 6: add '@MainActor' to make let 'cart' part of global actor 'MainActor'
// 5: note in mode 6: disable concurrency-safety checks if accesses are protected by an external
//   synchronization mechanism
// 5: error in mode 6: type 'Cart' does not conform to the 'Sendable' protocol
