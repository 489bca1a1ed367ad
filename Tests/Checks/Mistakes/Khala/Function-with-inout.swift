// A routing function changes what it is given.
import Khala

@KhalaModule
final class Catalog {
  func add(to list: inout [String]) {}
  // 21: error: 'add' changes a value of its caller ('inout'), so it cannot be called by URL; mark
  //   it with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 21: note: add '@KhalaIgnored'
}
