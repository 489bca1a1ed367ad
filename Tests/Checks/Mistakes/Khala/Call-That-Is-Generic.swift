// A contract is generic.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/product")
  static func product<Product: Decodable>(id: Int) throws -> Product
  // 22: error: 'product' is generic, but a route has one type for each of its parameters; write
  //   concrete types (from macro 'KhalaCall')
}
