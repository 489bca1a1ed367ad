// A contract of the main actor is called by a function of no actor.
// Mark the function with `@MainActor`, or make it `async` and call with `await`.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Cart/total")
  @MainActor static func total() throws -> Int
  // 26: note: calls to static method 'total()' from outside of its actor context are implicitly
  //   asynchronous
}

func pay() throws {
  // 6: note: add '@MainActor' to make global function 'pay()' part of global actor 'MainActor'
  print(try KhalaStore.total())
  // 24: error: call to main actor-isolated static method 'total()' in a synchronous nonisolated
  //   context [#ActorIsolatedCall]
}
