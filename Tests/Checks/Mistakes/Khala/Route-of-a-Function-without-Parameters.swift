// A name in the path of a function that takes nothing.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{id}")
  // 21: error: 'products' has no parameter 'id' for this part of the path; 'products' takes no
  //   other value: add a parameter, or remove this part (from macro 'KhalaModule')
  func products() -> Int { 2 }
}
