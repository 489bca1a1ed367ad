// A name in the path of a function that takes nothing.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{id}")
  // 21: error: 'products' has no parameter 'id' to give this part of the path to; 'products' takes
  //   no other value: add a parameter, or leave this part out (from macro 'KhalaModule')
  func products() -> Int { 2 }
}
