// A contract throws errors of one type.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  static func productCount() throws(KhalaError) -> Int
  // 37: error: a route may throw anything; write 'throws' without a type (from macro 'KhalaCall')
}
