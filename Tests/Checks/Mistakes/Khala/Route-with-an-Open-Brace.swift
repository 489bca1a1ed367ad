// A brace of a path is not closed.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{id")
  // 20: error: the route pattern 'products/{id' is wrong at offset 9: this brace is not closed
  //   before the segment ends. For the brace itself write '{{'. (from macro 'KhalaModule')
  // 20: note: replace it with '"products/{id}"'
  // 20: note: replace it with '"products/{{id"'
  func product(id: Int) -> Int { id }
}
