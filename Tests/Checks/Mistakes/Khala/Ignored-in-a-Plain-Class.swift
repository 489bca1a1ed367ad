// `@KhalaIgnored` is in a class without `@KhalaModule`.
import Khala

final class Catalog {
  @KhalaIgnored
  // 3: error: '@KhalaIgnored' has no effect in a type without '@KhalaModule' (from macro
  //   'KhalaIgnored')
  // 3: note: remove '@KhalaIgnored'
  func count() -> Int { 2 }
}
