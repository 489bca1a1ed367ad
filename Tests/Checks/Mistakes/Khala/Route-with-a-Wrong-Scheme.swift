// The scheme of a path begins with a digit.
import Khala

@KhalaModule
final class Catalog {
  @Route("2k://products")
  // 11: error: the route pattern '2k://products' is wrong at offset 0: a scheme starts with a
  //   letter and continues with letters, digits, '+', '-' and '.'. Write 'kl://' for one and
  //   '{kl,kf}://' for several. (from macro 'KhalaModule')
  func products() -> Int { 2 }
}
