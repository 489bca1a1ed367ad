// The initializer of a routing class throws.
import Khala

@KhalaModule
final class Catalog {
  init() throws {}
  // 3: error: Khala creates the instance, but 'init' of 'Catalog' may fail or suspend; write an
  //   'init()' that does neither (from macro 'KhalaModule')

  func count() -> Int { 2 }
}
