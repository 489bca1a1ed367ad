// A function has a route in a class of which only marked functions can be called.
import Khala

@KhalaModule(exports: .marked)
final class Catalog {
  @Route("products/count")
  // 3: error: '@Route' has no effect here: this cannot be called unless it is marked with
  //   '@KhalaExported' (from macro 'Route')
  // 3: note: add '@KhalaExported'
  func count() -> Int { 2 }
}
