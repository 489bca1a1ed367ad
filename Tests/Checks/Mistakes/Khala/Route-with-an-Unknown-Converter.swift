// The converter of a route does not exist.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{id:int}")
  // 24: error: the route pattern 'products/{id:int}' is wrong at offset 13: no converter is named
  //   'int'. Did you mean 'Int'? Known converters: Bool, Double, Int, UInt, UUID. (from macro
  //   'KhalaModule')
  // 24: note: replace it with '"products/{id:Int}"'
  func product(id: Int) -> Int { id }
}
