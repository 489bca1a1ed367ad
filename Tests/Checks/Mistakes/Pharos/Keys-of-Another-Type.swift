// `@RelayKeys` is on an extension of another type.
import Pharos

@RelayKeys
// 1: error: '@RelayKeys' is for an extension of 'RelayKey' with the type of the values, such as
//   'extension RelayKey<Int>' (from macro 'RelayKeys')
extension String {
  static var cartCount: String { "cart.count" }
}
