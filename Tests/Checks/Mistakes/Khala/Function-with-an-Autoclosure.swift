// A routing function takes an expression.
import Khala

@KhalaModule
final class Catalog {
  func log(_ text: @autoclosure () -> String) {}
  // 20: error: 'log' takes an expression ('@autoclosure'), so it cannot be called by URL; mark it
  //   with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 20: note: add '@KhalaIgnored'
}
