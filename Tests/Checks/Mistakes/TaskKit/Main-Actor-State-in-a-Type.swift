// The `run` of a task changes what belongs to the main actor.
// Write `@MainActor` before it.
import TaskKit

@MainActor var title = ""
// 16: note: mutation of this var is only permitted within the actor

@EventTask(on: .didBecomeActive)
enum Greet {
  static func run() { title = "Welcome" }
  // 23: error: main actor-isolated var 'title' can not be mutated from a nonisolated context
  // 15: note: add '@MainActor' to make static method 'run()' part of global actor 'MainActor'
}
