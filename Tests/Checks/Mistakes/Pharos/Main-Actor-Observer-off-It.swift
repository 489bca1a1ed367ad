// The observer of a shared relay changes what belongs to the main actor, and belongs to none.
// Write `{ @MainActor changes in … }`.
import Pharos

let count = SharedRelay(0)
@MainActor var title = ""
// 16: note: mutation of this var is only permitted within the actor

func follow() {
  count.whenDidSet { changes in title = "\(changes.new)" }
  // 33: error: main actor-isolated var 'title' can not be mutated from a nonisolated context
}
