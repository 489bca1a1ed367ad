// A plain event leads to a relay.
import Bridge

extension RelayKey<String> {
  static var title: Self { Self("title") }
}

#bridge(on: .appDidFinishLaunching, to: .relay(.title))
// 41: error: '.relay(.title)' takes values of another type than '.appDidFinishLaunching' carries;
//   convert them with 'map: { … }' (from macro 'bridge')
