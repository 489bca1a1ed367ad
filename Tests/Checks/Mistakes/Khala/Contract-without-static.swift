// A contract is not static.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/find")
  func find(id: Int) throws -> String
  // 8: error: 'find' must be static: a contract is called on 'KhalaStore' itself, which has no
  //   instances (from macro 'KhalaCall')
  // 8: note: make it static
}
