// A routing function takes any number of values.
import Khala

@KhalaModule
final class Catalog {
  func find(ids: Int...) -> Int { 2 }
  // 21: error: 'find' takes any number of values (an array would do), so it cannot be called by
  //   URL; mark it with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 21: note: add '@KhalaIgnored'
}
