// A contract is called that no imported module has.
// Import the module with the contract, or declare it in an extension of `KhalaStore`.
import Khala

func show() throws {
  print(try KhalaStore.productCount())
  // 24: error: type 'KhalaStore' has no member 'productCount'
}
