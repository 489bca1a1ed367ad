// A contract is called without `try`.
// Write `try`: there may be no such route in the program.
import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  static func productCount() throws -> Int
}

func show() {
  print(KhalaStore.productCount())
  // 9: error: call can throw, but it is not marked with 'try' and the error is not handled
}
