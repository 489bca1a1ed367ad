// A declared observer changes what belongs to the main actor.
// Write `{ @MainActor changes in … }`.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

@MainActor var title = ""
// 16: note: mutation of this var is only permitted within the actor

#observer(of: .cartCount) { changes in title = "\(changes.new)" }
// 40: error: main actor-isolated var 'title' can not be mutated from a nonisolated context
