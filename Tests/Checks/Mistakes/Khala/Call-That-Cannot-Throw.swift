// A contract does not throw.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  static func productCount() -> Int
  // 15: error: 'productCount' must be able to throw: there may be no such route in the program, or
  //   its result may be of another type (from macro 'KhalaCall')
  // 15: note: add 'throws'
}
