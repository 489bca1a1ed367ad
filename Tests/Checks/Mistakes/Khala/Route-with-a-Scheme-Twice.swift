// A path has one scheme twice.
import Khala

@KhalaModule
final class Catalog {
  @Route("{kl,kl}://products")
  // 15: error: the route pattern '{kl,kl}://products' is wrong at offset 4: the scheme 'kl' appears
  //   twice. Remove one. (from macro 'KhalaModule')
  // 15: note: replace it with '"{kl}://products"'
  func products() -> Int { 2 }
}
