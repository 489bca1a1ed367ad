// A routing function takes all that came with a call twice.
import Khala

@KhalaModule
final class Catalog {
  func find(_ info: KhalaInfo, all: [String: Any]) {}
  // 32: error: 'find' takes all values of the call twice, so it cannot be called by
  //   URL; mark it with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 32: note: add '@KhalaIgnored'
}
