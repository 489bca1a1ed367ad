// The closure of `map` makes a value of another type.
// Make one of the type of the target.
import Bridge

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}
extension RelayKey<String> {
  static var title: Self { Self("title") }
}

#bridge(on: .relay(.cartCount), to: .relay(.title), map: { $0 + 1 })
// 63: error: cannot convert value of type 'Int' to closure result type 'String'
