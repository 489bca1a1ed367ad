// A function is marked with `@KhalaExported` and with `@KhalaIgnored`.
import Khala

@KhalaModule
final class Catalog {
  @KhalaExported @KhalaIgnored
  // 3: error: '@KhalaExported' has no effect beside '@KhalaIgnored' (from macro 'KhalaExported ')
  // 3: note: remove '@KhalaExported'
  func count() -> Int { 2 }
}
