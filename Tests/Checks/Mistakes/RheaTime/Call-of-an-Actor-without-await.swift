// A callback calls a function of an actor without `await`.
// Write `await`; the callback then goes on when the actor has answered.
import RheaTime

actor Store {
  func open() {}
  // 8: note: calls to instance method 'open()' from outside of its actor context are implicitly
  //   asynchronous
}
let store = Store()

#premain { store.open() }
// 18: error: call to actor-isolated instance method 'open()' in a synchronous main actor-isolated
//   context [#ActorIsolatedCall]
