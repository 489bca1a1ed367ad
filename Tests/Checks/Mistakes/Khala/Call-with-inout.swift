// A contract changes what it is given.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/fill")
  static func fill(_ list: inout [String]) throws
  // 28: error: 'fill' changes a value of its caller ('inout'), which a route cannot (from macro
  //   'KhalaCall')
}
