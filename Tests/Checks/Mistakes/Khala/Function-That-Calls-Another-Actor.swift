// A routing function of no actor calls one of the main actor.
// Mark the class or the function with `@MainActor`.
import Khala

@MainActor func show() {}
// 17: note: calls to global function 'show()' from outside of its actor context are implicitly
//   asynchronous

@KhalaModule
final class Catalog {
  func open() { show() }
  // 17: error: call to main actor-isolated global function 'show()' in a synchronous nonisolated
  //   context [#ActorIsolatedCall]
  // 8: note: add '@MainActor' to make instance method 'open()' part of global actor 'MainActor'
}
