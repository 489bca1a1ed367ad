// A routing class is generic.
import Khala

@KhalaModule
final class Catalog<Product> {
  // 20: error: 'Catalog' is generic, but a URL cannot name its types; apply '@KhalaModule' to a
  //   class that is not generic (from macro 'KhalaModule')
  func count() -> Int { 2 }
}
