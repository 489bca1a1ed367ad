// `#observer` has no closure.
// Write what happens behind the parentheses: `{ changes in … }`.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

#observer(of: .cartCount)
// 25: error: missing argument for parameter #4 in macro expansion
