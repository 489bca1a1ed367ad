// A routing function runs on an actor that it is given.
import Khala

@KhalaModule
final class Catalog {
  func save(on actor: isolated (any Actor)) {}
  // 23: error: 'save' runs on an actor of its caller's choice, so it cannot be called by URL; mark
  //   it with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 23: note: add '@KhalaIgnored'
}
