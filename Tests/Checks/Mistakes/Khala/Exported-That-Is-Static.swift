// A static function is marked with `@KhalaExported`.
import Khala

@KhalaModule
final class Catalog {
  @KhalaExported
  // 3: error: '@KhalaExported' has no effect here: a 'static' member belongs to no instance, and
  //   cannot be called by URL (from macro 'KhalaExported')
  // 3: note: remove '@KhalaExported'
  static func count() -> Int { 2 }
}
