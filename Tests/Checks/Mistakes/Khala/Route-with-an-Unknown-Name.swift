// A name in the path is no parameter of the function.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{di}")
  // 21: error: 'product' has no parameter 'di' for this part of the path; it takes 'id' (from macro
  //   'KhalaModule')
  // 21: note: replace it with '"products/{id}"'
  func product(id: Int) -> Int { id }
}
