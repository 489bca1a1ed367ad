// An observer of a shared relay is declared inside a function.
// Observe the relay at run time: `SharedRelay.of(.cartCount, default: 0).whenDidSet { … }`.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

func follow() {
  #observer(of: .cartCount) { changes in print(changes.new) }
  // 3: error: a record cannot be declared inside a function, because it is part of the binary and
  //   not of a call; move it to file scope or into a type (from macro 'observer')
}
