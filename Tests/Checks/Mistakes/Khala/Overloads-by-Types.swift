// Two functions of a routing class differ only in types.
import Khala

@KhalaModule
final class Catalog {
  func find(id: Int) -> Int { id }
  func find(id: String) -> Int { 2 }
  // 8: error: no call can tell 'find(id:)' from 'find(id:)': overloads are distinguished by the
  //   names of their values and the number of their closures, and both take 'id'; rename one, or
  //   mark it with '@KhalaIgnored' (from macro 'KhalaModule')
  // 8: note: add '@KhalaIgnored'
}
