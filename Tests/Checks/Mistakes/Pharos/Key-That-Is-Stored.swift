// The key of a record is a constant.
import Pharos

@RelayKeys
// 1: error: this extension has no keys; declare one as a computed property, such as 'static var
//   cartCount: Self { Self("cart.count") }' (from macro 'RelayKeys')
extension RelayKey<Int> {
  static let cartCount = RelayKey("cart.count")
}
