// A routing class is generic.
import Khala

@KhalaModule
final class Catalog<Product> {
  // 20: error: 'Catalog' is generic, and a URL cannot say for which types; give '@KhalaModule' to a
  //   class that is not generic (from macro 'KhalaModule')
  func count() -> Int { 2 }
}
