// A closure stands behind a wire to any target.
import Bridge

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

#bridge(on: .relay(.cartCount), to: .task("SaveCart")) { $0 > 0 }
// 56: error: a trailing closure may be a filter or a conversion; write it inside the parentheses,
//   after 'where:' or 'map:' (from macro 'bridge')
