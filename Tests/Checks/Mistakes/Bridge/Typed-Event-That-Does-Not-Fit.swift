// A typed event leads to a relay of another type.
import Bridge

let cartDidChange = TypedRheaEvent<Int>("cartDidChange")

extension RelayKey<String> {
  static var title: Self { Self("title") }
}

#bridge(on: cartDidChange, to: .relay(.title))
// 32: error: '.relay(.title)' takes values of another type than 'cartDidChange' carries; convert
//   them with 'map: { … }' (from macro 'bridge')
