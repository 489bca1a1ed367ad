// The URL of a contract has no scheme.
import Khala

extension KhalaStore {
  @KhalaCall("Catalog/count")
  // 14: error: 'Catalog/count' is not a URL of a route: write a scheme, a class and a function, as in
  //   "kl://AModule/server" (from macro 'KhalaCall')
  static func productCount() throws -> Int
}
