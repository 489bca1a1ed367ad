// A routing function takes `some`.
import Khala

@KhalaModule
final class Catalog {
  func find(_ name: some StringProtocol) -> Int { 2 }
  // 21: error: 'find' is generic, so it cannot be called by URL; mark it with '@KhalaIgnored' or
  //   make it private (from macro 'KhalaModule')
  // 21: note: add '@KhalaIgnored'
}
