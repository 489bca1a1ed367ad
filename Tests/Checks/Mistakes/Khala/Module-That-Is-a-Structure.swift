// `@KhalaModule` is on a structure.
import Khala

@KhalaModule
// 1: error: a routing class has one instance that its callers share, so '@KhalaModule' can only be
//   applied to a class or an actor (from macro 'KhalaModule')
// 1: note: replace it with 'final class'
struct Catalog {
  func count() -> Int { 2 }
}
