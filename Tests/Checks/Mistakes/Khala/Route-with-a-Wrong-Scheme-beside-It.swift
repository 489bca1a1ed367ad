// A scheme beside the path of a route is written with `://`.
import Khala

@KhalaModule
final class Catalog {
  @Route("products", schemes: "kl://")
  // 31: error: a scheme in 'schemes' is written without '://'; write 'kl' (from macro
  //   'KhalaModule')
  // 31: note: replace it with '"kl"'
  func products() -> Int { 2 }
}
