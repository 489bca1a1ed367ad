// The earlier name of a key is computed.
import Pharos

let former = "basket.count"

@RelayKeys
extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count", formerly: former) }
  // 61: error: 'formerly' must be a string literal, because it is read when the program is
  //   compiled; 'former' is not (from macro 'RelayKeys')
}
