// The name of a routing class is a constant.
import Khala

let name = "Catalog"

@KhalaModule(name)
// 14: error: 'name' must be a string literal, because it is read when the program is compiled;
//   'name' is not (from macro 'KhalaModule')
final class Catalog {
  func count() -> Int { 2 }
}
