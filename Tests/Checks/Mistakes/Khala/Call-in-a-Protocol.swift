// A contract is in a protocol.
import Khala

protocol Catalog {
  @KhalaCall("kl://Catalog/count")
  // 3: error: a record cannot be declared in a protocol; move it to file scope or into a type (from
  //   macro 'KhalaCall')
  func productCount() throws -> Int
}
