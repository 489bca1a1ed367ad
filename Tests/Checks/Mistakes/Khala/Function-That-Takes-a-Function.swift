// A routing function takes a function of a type that no call can bring along.
// Take a `KhalaClosure`.
import Khala

@KhalaModule
final class Catalog {
  func load(done: @escaping @Sendable (Int) -> Void) { done(5) }
  // 19: error: 'load' takes a function (closures of a call have the type 'KhalaClosure'), so it
  //   cannot be called by URL; mark it with '@KhalaIgnored' or make it private (from macro
  //   'KhalaModule')
  // 19: note: add '@KhalaIgnored'
}
