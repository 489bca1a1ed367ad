// A callback with `async: true` changes what belongs to the main actor.
// Leave `async: true` out, or move to the main actor with `await MainActor.run { … }`.
import RheaTime

@MainActor var title = ""
// 16: note: mutation of this var is only permitted within the actor

#rhea(time: .appDidFinishLaunching, async: true) { title = "Welcome" }
// 52: error: main actor-isolated var 'title' can not be mutated from a nonisolated context
// 52: note: consider declaring an isolated method on 'MainActor' to perform the mutation
