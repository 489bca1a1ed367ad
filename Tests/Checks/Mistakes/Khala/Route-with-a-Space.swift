// A path has a space in it.
import Khala

@KhalaModule
final class Catalog {
  @Route("our products")
  // 14: error: the route pattern 'our products' is wrong at offset 3: this is not allowed in an
  //   address. Write '%20'. (from macro 'KhalaModule')
  // 14: note: replace it with '"our%20products"'
  func products() -> Int { 2 }
}
