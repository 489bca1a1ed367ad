// The URL of a contract is the pattern of a route.
import Khala

extension KhalaStore {
  @KhalaCall("kl://products/{id}")
  // 14: error: 'kl://products/{id}' is not a URL of a route: write a scheme, a class and a function,
  //   as in "kl://AModule/server" (from macro 'KhalaCall')
  static func product(id: Int) throws -> String
}
