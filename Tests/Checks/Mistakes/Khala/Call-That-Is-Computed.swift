// The URL of a contract is a constant.
import Khala

let url = "kl://Catalog/count"

extension KhalaStore {
  @KhalaCall(url)
  // 14: error: 'url' must be a string literal, because it is read when the program is compiled;
  //   'url' is not (from macro 'KhalaCall')
  static func productCount() throws -> Int
}
