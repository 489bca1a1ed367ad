// The name of a routing class cannot be part of a URL.
import Khala

@KhalaModule("Shop/Catalog")
// 14: error: 'Shop/Catalog' cannot be the host of a URL, by which the class is called; write a name
//   without spaces, slashes and other punctuation of URLs (from macro 'KhalaModule')
final class Catalog {
  func count() -> Int { 2 }
}
