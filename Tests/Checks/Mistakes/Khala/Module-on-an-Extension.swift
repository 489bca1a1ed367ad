// `@KhalaModule` is on an extension.
// Write `@KhalaModule` before the class itself.
import Khala

final class Catalog {}

@KhalaModule
// 1: error: '@KhalaModule' belongs to the class itself, not to an extension of it (from macro
//   'KhalaModule')
// 1: error: 'extension' macro cannot be attached to extension (extension of 'Catalog')
extension Catalog {
  func count() -> Int { 2 }
}
