// The relay of a key has a first value of another type.
// Give a value of the type of the key.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

let relay = SharedRelay.of(.cartCount, default: "none")
// 49: error: cannot convert value of type 'String' to expected argument type 'Int'
