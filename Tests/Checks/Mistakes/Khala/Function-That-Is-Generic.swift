// A routing function is generic.
import Khala

@KhalaModule
final class Catalog {
  func find<Name: StringProtocol>(_ name: Name) -> Int { 2 }
  // 12: error: 'find' is generic, so it cannot be called by URL; mark it with '@KhalaIgnored' or
  //   make it private (from macro 'KhalaModule')
  // 12: note: add '@KhalaIgnored'
}
