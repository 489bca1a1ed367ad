// A brace of a path was never opened.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/id}")
  // 22: error: the route pattern 'products/id}' is wrong at offset 11: this closing brace has no
  //   opening one. For the brace itself write '}}'. (from macro 'KhalaModule')
  // 22: note: replace it with '"products/id}}"'
  // 22: note: replace it with '"products/id"'
  func product(id: Int) -> Int { id }
}
