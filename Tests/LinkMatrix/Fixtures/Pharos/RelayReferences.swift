import Pharos

final class Meter: Sendable {
  nonisolated init() {}
  nonisolated func didChange(_ changes: Changes<Int>) {}
}

@MainActor final class Screen {
  func didChange(_ changes: Changes<Int>) {}

  func follow(_ shared: SharedRelay<Int>) {
    shared.whenDidSet(invoke: self, method: Screen.didChange)
    shared.whenDidUniqueSet(.exceptInvokedManually, invoke: self, method: Screen.didChange)
  }
}

nonisolated func follow(_ shared: SharedRelay<Int>, _ meter: Meter, _ screen: Screen) {
  shared.whenDidSet(invoke: meter, method: Meter.didChange)
  shared.whenDidUniqueSet(invoke: meter, method: Meter.didChange)
  shared.whenDidSet(invoke: screen, method: Screen.didChange)
}
