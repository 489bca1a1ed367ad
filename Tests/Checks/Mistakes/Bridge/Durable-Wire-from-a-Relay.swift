// A durable wire starts at a relay, whose changes cannot be published.
// Publish an event with `Bridge.publish`, or omit `.durable`.
import Bridge

extension RelayKey<Int> {
  static var total: Self { Self("total") }
}

#bridge(on: .relay(.total), to: .job("SaveTotal", .durable))
// 13: error: only an event can be published, and '.relay(.total)' is not one: write 'to: .job(…)'
//   without '.durable' (from macro 'bridge')
