// The URL of a contract has values in it.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/product?id=5")
  // 14: error: the values of a call are the function's parameters; remove '?id=5' (from macro
  //   'KhalaCall')
  // 14: note: replace it with '"kl://Catalog/product"'
  static func product() throws -> String
}
