// A contract does not throw.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  static func productCount() -> Int
  // 15: error: 'productCount' must be able to throw: the program may lack this route, or the result
  //   may have another type (from macro 'KhalaCall')
  // 15: note: add 'throws'
}
