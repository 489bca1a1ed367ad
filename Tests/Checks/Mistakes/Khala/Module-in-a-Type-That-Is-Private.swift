// A routing class in a type is private.
import Khala

enum Shop {
  @KhalaModule
  private final class Catalog {
    // 3: error: a routing class inside a type must not be private; make it 'fileprivate' (from
    //   macro 'KhalaModule')
    // 3: note: replace it with 'fileprivate'
    func count() -> Int { 2 }
  }
}
