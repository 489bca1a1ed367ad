// The escapes in a path are no UTF-8.
import Khala

@KhalaModule
final class Catalog {
  @Route("caf%E9")
  // 11: error: the route pattern 'caf%E9' is wrong at offset 0: its escapes are not UTF-8. Write
  //   the text itself, or correct them. (from macro 'KhalaModule')
  func cafe() -> Int { 2 }
}
