// `@KhalaModule` is on an enumeration with cases.
import Khala

@KhalaModule
// 1: error: a routing class has one instance that its callers share, so '@KhalaModule' can only be
//   applied to a class or an actor (from macro 'KhalaModule')
enum Catalog {
  case books
}
