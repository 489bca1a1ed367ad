// A contract is called with a wrong label.
// Write the labels of the contract: they are the names of the values.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/product")
  static func product(id: Int) throws -> String
}

func show() throws {
  print(try KhalaStore.product(number: 5))
  // 31: error: incorrect argument label in call (have 'number:', expected 'id:')
}
