// The path of a route is empty.
import Khala

@KhalaModule
final class Catalog {
  @Route("")
  // 11: error: the route pattern '' is wrong at offset 0: it is empty. For addresses without
  //   components write '/'. (from macro 'KhalaModule')
  // 11: note: replace it with '"/"'
  func count() -> Int { 2 }
}
