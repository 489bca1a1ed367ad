// A path has two names without text between them.
import Khala

@KhalaModule
final class Catalog {
  @Route("sizes/{width}{height}")
  // 24: error: the route pattern 'sizes/{width}{height}' is wrong at offset 13: the border between
  //   two adjacent captures is ambiguous. Put text between them. (from macro 'KhalaModule')
  // 24: note: replace it with '"sizes/{width}-{height}"'
  // 24: note: replace it with '"sizes/{width}/{height}"'
  func size(width: Int, height: Int) -> Int { width * height }
}
