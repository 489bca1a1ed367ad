// Only a part of a segment is optional.
import Khala

@KhalaModule
final class Catalog {
  @Route("pages/page-{number?}")
  // 17: error: the route pattern 'pages/page-{number?}' is wrong at offset 6: only a whole segment
  //   can be optional. Remove the '?', or write '/{name?}'. (from macro 'KhalaModule')
  // 17: note: replace it with '"pages/page-{number}"'
  func page(number: Int?) -> Int { number ?? 1 }
}
