// The converter of a route makes what its parameter cannot be.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{id:UUID}")
  // 24: error: 'id' of 'product' is 'Int', which cannot be created from a string of kind 'UUID';
  //   write '{id:Int}', '{id:UInt}', or '{id}' to let the parameter decide (from macro
  //   'KhalaModule')
  // 24: note: replace it with '"products/{id:Int}"'
  // 24: note: replace it with '"products/{id:UInt}"'
  // 24: note: replace it with '"products/{id}"'
  func product(id: Int) -> Int { id }
}
