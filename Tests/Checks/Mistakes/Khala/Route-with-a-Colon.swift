// A path is written with a colon before a name.
import Khala

@KhalaModule
final class Catalog {
  @Route("products:all")
  // 19: error: the route pattern 'products:all' is wrong at offset 8: this colon looks like the end
  //   of a scheme. Write 'kl://', or '%3A' for the colon itself. (from macro 'KhalaModule')
  // 19: note: replace it with '"products://all"'
  // 19: note: replace it with '"products%3Aall"'
  func products() -> Int { 2 }
}
