import Pharos

@MainActor func assignAndSend(_ numbers: AsyncStream<Int>) {
  let property = Observable(wrappedValue: 0)
  property.relay.assign(from: numbers)
  // expected-error: risks causing data races
  Task.detached { property.wrappedValue = 1 }
}
