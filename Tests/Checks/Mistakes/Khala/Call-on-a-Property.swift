// `@KhalaCall` is on a property.
// Make it a function without a body: `static func productCount() throws -> Int`.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  // 3: error: 'body' macro cannot be attached to static property ('productCount')
  static var productCount: Int { 2 }
}
