// A route has no path.
// Write one: `@Route("products/count")`.
import Khala

@KhalaModule
final class Catalog {
  @Route
  // 3: error: the argument 'pattern' is missing (from macro 'KhalaModule')
  // 9: error: missing argument for parameter #1 in macro expansion
  func count() -> Int { 2 }
}
