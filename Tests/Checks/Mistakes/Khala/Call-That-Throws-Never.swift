// A contract says that it throws nothing.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  static func productCount() throws(Never) -> Int
  // 37: error: a call may fail; write 'throws' without a type (from macro 'KhalaCall')
}
