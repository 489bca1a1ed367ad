// `@RelayKeys` is on an extension that names no type.
import Pharos

@RelayKeys
// 1: error: '@RelayKeys' is for an extension of 'RelayKey' with the type of the values, such as
//   'extension RelayKey<Int>' (from macro 'RelayKeys')
extension RelayKey {
  static var cartCount: RelayKey<Int> { RelayKey<Int>("cart.count") }
}
