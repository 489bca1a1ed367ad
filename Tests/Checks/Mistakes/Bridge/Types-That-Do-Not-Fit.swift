// A relay leads to one of another type.
import Bridge

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}
extension RelayKey<String> {
  static var title: Self { Self("title") }
}

#bridge(on: .relay(.cartCount), to: .relay(.title))
// 37: error: '.relay(.title)' takes values of another type than '.relay(.cartCount)' carries;
//   convert them with 'map: { … }' (from macro 'bridge')
