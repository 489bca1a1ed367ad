// A routing function takes a type.
import Khala

@KhalaModule
final class Catalog {
  func list(of type: Int.Type) { print(type) }
  // 22: error: 'list' takes a type, so it cannot be called by URL; mark it with '@KhalaIgnored' or
  //   make it private (from macro 'KhalaModule')
  // 22: note: add '@KhalaIgnored'
}
