// A path has two slashes in a row.
import Khala

@KhalaModule
final class Catalog {
  @Route("products//all")
  // 20: error: the route pattern 'products//all' is wrong at offset 9: nothing is between two
  //   slashes. Remove one of them. (from macro 'KhalaModule')
  // 20: note: replace it with '"products/all"'
  func products() -> Int { 2 }
}
