// The schemes of a route are in its path and beside it.
import Khala

@KhalaModule
final class Catalog {
  @Route("kl://products", schemes: "shop")
  // 11: error: write the schemes of a route in its path or in 'schemes', not in both (from macro
  //   'KhalaModule')
  // 11: note: replace it with '"products"'
  func products() -> Int { 2 }
}
