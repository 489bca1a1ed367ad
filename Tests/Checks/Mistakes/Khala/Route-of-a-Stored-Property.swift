// A stored property has a route, and is not marked with `@KhalaExported`.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/count")
  // 3: error: '@Route' has no effect here: this cannot be called unless it is marked with
  //   '@KhalaExported' (from macro 'Route')
  // 3: note: add '@KhalaExported'
  let count = 2
}
