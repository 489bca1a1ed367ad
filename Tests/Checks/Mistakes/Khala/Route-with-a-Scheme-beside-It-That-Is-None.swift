// A scheme beside the path of a route begins with a digit.
import Khala

@KhalaModule
final class Catalog {
  @Route("products", schemes: "2k")
  // 31: error: '"2k"' is wrong here: a scheme starts with a letter and continues with letters,
  //   digits, '+', '-' and '.'. Write 'kl://' for one and '{kl,kf}://' for several. (from macro
  //   'KhalaModule')
  func products() -> Int { 2 }
}
