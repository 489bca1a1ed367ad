// A parameter of a routing function has no name.
import Khala

@KhalaModule
final class Catalog {
  func find(_: Int) -> Int { 2 }
  // 13: error: 'find' has a parameter without a name, to which no value can be matched, so it cannot
  //   be called by URL; mark it with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 13: note: add '@KhalaIgnored'
}
