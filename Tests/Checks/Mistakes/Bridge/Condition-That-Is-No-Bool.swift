// The closure of `where` returns no Boolean value.
// Compare the value: `{ $0 > 0 }`.
import Bridge

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

#bridge(on: .relay(.cartCount), run: "SaveCart", where: { $0 })
// 59: error: cannot convert value of type 'Int' to closure result type 'Bool'
