// A wire begins with a property of an object.
// Share the value in a relay with a key, and write `.relay(.cartCount)`.
import Bridge

final class Cart {
  @Relayed var count = 0
}
@MainActor let cart = Cart()

#bridge(on: .relay(cart.$count), run: "SaveCart")
// 1: error: generic parameter 'Value' could not be inferred
// 25: error: cannot convert value of type 'BondableRelay<Int>' to expected argument type
//   'RelayKey<Value>'
