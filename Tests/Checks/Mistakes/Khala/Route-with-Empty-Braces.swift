// Braces of a path have no name in them.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{}")
  // 21: error: the route pattern 'products/{}' is wrong at offset 10: '' is not a name. Start it
  //   with a letter or '_', and continue with letters, digits, '_' and '-', as in '{id}',
  //   '{id:Int}', '{id?}' and '{*path}'. (from macro 'KhalaModule')
  func product(id: Int) -> Int { id }
}
