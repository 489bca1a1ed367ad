import Pharos

final class Plain {
  func didChange(_ changes: Changes<Int>) {}
}

func follow(_ shared: SharedRelay<Int>, _ plain: Plain) {
  // expected-error: converting non-Sendable function value
  shared.whenDidSet(invoke: plain, method: Plain.didChange)
}

func assign(_ property: Observable<Int>, _ numbers: AsyncStream<Int>) {
  // expected-error: in a synchronous nonisolated context
  property.relay.assign(from: numbers)
}
