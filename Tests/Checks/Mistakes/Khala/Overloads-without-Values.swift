// Two functions of a routing class take no values.
import Khala

@KhalaModule
final class Catalog {
  func count() -> Int { 2 }
  func count() async -> Int { 2 }
  // 8: error: no call can tell 'count()' from 'count()': overloads are distinguished by the names
  //   of their values and the number of their closures, and both take no values; rename one, or
  //   mark it with '@KhalaIgnored' (from macro 'KhalaModule')
  // 8: note: add '@KhalaIgnored'
}
