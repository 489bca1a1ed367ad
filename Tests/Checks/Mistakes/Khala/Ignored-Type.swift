// `@KhalaIgnored` is on a type in a routing class.
import Khala

@KhalaModule
final class Catalog {
  @KhalaIgnored
  // 3: error: '@KhalaIgnored' is for the methods and properties of a routing class (from macro
  //   'KhalaIgnored')
  // 3: note: remove '@KhalaIgnored'
  struct Item {}
}
