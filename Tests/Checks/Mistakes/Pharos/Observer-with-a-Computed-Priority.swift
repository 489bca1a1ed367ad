// The priority of an observer is a constant.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

let first = 1

#observer(of: .cartCount, priority: first) { changes in print(changes.new) }
// 37: error: 'priority' must be an integer literal, because it is read when the program is
//   compiled; 'first' is not (from macro 'observer')
