// `@KhalaIgnored` is in a class of which only marked functions can be called.
import Khala

@KhalaModule(exports: .marked)
final class Catalog {
  @KhalaIgnored
  // 3: error: '@KhalaIgnored' has no effect here: with 'exports: .marked', only members with
  //   '@KhalaExported' can be called (from macro 'KhalaIgnored')
  // 3: note: remove '@KhalaIgnored'
  func count() -> Int { 2 }
}
