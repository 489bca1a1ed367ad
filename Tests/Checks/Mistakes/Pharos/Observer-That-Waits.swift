// A declared observer waits for something.
// Begin a task in it: `Task { await save(changes.new) }`.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

func save(_ count: Int) async {}

#observer(of: .cartCount) { changes in await save(changes.new) }
// 27: error: cannot pass function of type '@Sendable (Changes<Int>) async -> ()' to parameter
//   expecting synchronous function type
// 40: note: 'async' inferred from asynchronous operation used here
