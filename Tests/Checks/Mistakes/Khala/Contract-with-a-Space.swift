// A contract's URL has a space.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/find all")
  // 14: error: a space is not allowed in a URL: escape it as '%20' (from macro 'KhalaCall')
  // 14: note: replace it with '"kl://Catalog/find%20all"'
  static func findAll() throws -> [String]
}
