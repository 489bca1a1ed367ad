// A contract has a body.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  static func productCount() throws -> Int { 2 }
  // 44: error: '@KhalaCall' writes the body of 'productCount'; remove this one (from macro
  //   'KhalaCall')
  // 44: note: remove '{ 2 }'
}
