// The priority of a route is a constant.
import Khala

let high = 5

@KhalaModule
final class Catalog {
  @Route("products", priority: high)
  // 32: error: 'priority' must be an integer literal, because it is read when the program is
  //   compiled; 'high' is not (from macro 'KhalaModule')
  func products() -> Int { 2 }
}
