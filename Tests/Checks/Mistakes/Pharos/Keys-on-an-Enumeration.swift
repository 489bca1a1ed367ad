// `@RelayKeys` is on an enumeration.
import Pharos

@RelayKeys
// 1: error: '@RelayKeys' is for an extension of 'RelayKey' with the type of the values, such as
//   'extension RelayKey<Int>' (from macro 'RelayKeys')
enum Keys {
  static var cartCount: RelayKey<Int> { RelayKey("cart.count") }
}
