// Two parameters of a routing function have one label.
import Khala

@KhalaModule
final class Catalog {
  func copy(id source: Int, id target: Int) {}
  // 29: error: 'copy' takes two values named 'id', so it cannot be called by URL; mark it
  //   with '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 29: note: add '@KhalaIgnored'
}
