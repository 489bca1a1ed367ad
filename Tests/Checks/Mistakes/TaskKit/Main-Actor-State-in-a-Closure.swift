// The closure of a task changes what belongs to the main actor.
// Write `{ @MainActor in … }`.
import TaskKit

@MainActor var title = ""
// 16: note: mutation of this var is only permitted within the actor

#task("Greet", on: .didBecomeActive) { title = "Welcome" }
// 40: error: main actor-isolated var 'title' can not be mutated from a nonisolated context
