// A function in an extension of a routing class is marked with `@KhalaExported`.
import Khala

@KhalaModule
final class Catalog {}

extension Catalog {
  @KhalaExported
  // 3: error: '@KhalaExported' has no effect in an extension: '@KhalaModule' sees only the members
  //   in the class itself (from macro 'KhalaExported')
  // 3: note: remove '@KhalaExported'
  func count() -> Int { 2 }
}
