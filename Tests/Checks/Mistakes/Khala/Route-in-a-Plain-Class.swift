// A class without `@KhalaModule` has a route.
import Khala

final class Catalog {
  @Route("products/{id:Int}")
  // 3: error: '@Route' has no effect in a type without '@KhalaModule' (from macro 'Route')
  // 3: note: remove '@Route'
  func product(id: Int) -> Int { id }
}
