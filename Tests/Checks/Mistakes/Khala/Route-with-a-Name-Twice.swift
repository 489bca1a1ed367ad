// A path has one name twice.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{id}/{id}")
  // 26: error: the route pattern 'products/{id}/{id}' is wrong at offset 15: 'id' is captured
  //   twice. Rename one of them. (from macro 'KhalaModule')
  func product(id: Int) -> Int { id }
}
