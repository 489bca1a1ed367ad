// A routing function takes a tuple.
import Khala

@KhalaModule
final class Map {
  func show(_ point: (x: Int, y: Int)) { print(point) }
  // 22: error: 'show' takes a tuple (a parameter for each of its values would do), so it cannot be
  //   called by URL; mark it with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 22: note: add '@KhalaIgnored'
}
