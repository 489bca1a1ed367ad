// A closure stands behind a wire to any target.
import Bridge

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

#bridge(on: .relay(.cartCount), to: .task("SaveCart")) { $0 > 0 }
// 56: error: this closure may decide what the wire carries, or make another value of it; write it
//   inside the parentheses, behind 'where:' or 'map:' (from macro 'bridge')
