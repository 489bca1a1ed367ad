// The path of a route is a constant.
import Khala

let path = "products/count"

@KhalaModule
final class Catalog {
  @Route(path)
  // 10: error: 'pattern' must be a string literal, because it is read when the program is compiled;
  //   'path' is not (from macro 'KhalaModule')
  func count() -> Int { 2 }
}
