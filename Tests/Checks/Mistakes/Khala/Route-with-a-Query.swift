// A path has a query.
import Khala

@KhalaModule
final class Catalog {
  @Route("products?id={id}")
  // 19: error: the route pattern 'products?id={id}' is wrong at offset 8: a pattern cannot match
  //   query and fragment. End it here and read them from the address. For the character itself
  //   write '%3F'. (from macro 'KhalaModule')
  // 19: note: replace it with '"products"'
  // 19: note: replace it with '"products%3Fid={id}"'
  func product(id: Int) -> Int { id }
}
